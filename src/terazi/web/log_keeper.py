"""Publishing the log while the service runs."""

from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Thread

from terazi.ledger.faults import Fault
from terazi.ledger.signer import Signer
from terazi.service.ladders import head
from terazi.service.publishing import publish_ladder
from terazi.store.engine import Store
from terazi.store.trouble import StoreTrouble
from terazi.web.logs import log, log_error

PAUSE_SECONDS = 1.0
"""A checkpoint is signed at most once in this time."""


@dataclass(slots=True)
class Keeper:
    """Publishes a ladder's log into a folder while the service runs; several processes take turns."""

    store: Store
    folder: Path
    signer: Signer
    _closing: Event = field(default_factory=Event)
    _thread: Thread | None = None
    _entries: int = 0

    def open(self) -> None:
        """Begin."""
        self._thread = Thread(target=self._run, name="terazi-log", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Publish what is new, then stop; the store is still open."""
        self._closing.set()
        if self._thread is not None:
            self._thread.join()
        self.publish()

    def _run(self) -> None:
        while not self._closing.wait(PAUSE_SECONDS):
            self.publish()

    def publish(self) -> None:
        """Publish what is new; what goes wrong is told to the operator's log, and tried again."""
        try:
            entries = head(self.store).number
            if entries == self._entries:
                return
            found = publish_ladder(self.store, self.folder, self.signer)
        except (StoreTrouble, OSError) as error:
            log_error("the log was not published", error)
            return
        if isinstance(found, Fault):
            log("the log was not published", code=found.code, says=found.says, should=found.should)
        else:
            self._entries = found.size
