/* A page verifies itself: its entry against the signed log, its sums against the published table of integers.

MARKUP. A page about an entry of the log holds one section:

  <section data-verify aria-live="polite"
           data-proof="/log/entries/NUMBER"      of whatever the page is about
           data-game="GAME_ID"                  or data-number="NUMBER": what the page is about
           data-key="NAME+ID+BASE64"            the log's verifier key; absent: the proof's own claim
           data-table="/v1/tables/SHA256">      of a rated game (and its void); else absent
    <div data-without>How to check this by hand: …</div>
    <ul>
      <li data-check="entry"></li> <li data-check="tree"></li> <li data-check="signature"></li>
      <li data-check="sums"></li>  <li data-check="page"></li>
    </ul>
    <p data-check="whole"></p>
    <template data-say="tree.right">In the log of <b data-slot="entries"></b> entries.</template>
    …
  </section>
  <script type="module" src="/static/verify.js"></script>

The script finds a state for each check, and for `whole`:
  right   found right
  wrong   not as it should be
  open    not checked: nothing to check it with here
and for `whole` alone
  early   the log does not reach so far yet (503): a moment later it will
  none    no proof can be had, or this browser has no Web Crypto here (a page without HTTPS)

It writes the state into `data-state` of the section and of each `[data-check]`, and into the latter a copy of
`<template data-say="CHECK.STATE">`, in which it fills `[data-slot="…"]`. Slots: `entries` (of the log), `key`,
`number` (of an entry), `field`, `says`, `should`. What has no template stays as it is, and a check that the
section has no element for is made all the same. No sentence stands in this file.

`entry`      every entry of the proof has its one spelling, and the first is the one that the page is about
`tree`       each entry's path leads to the root of the checkpoint
`signature`  the checkpoint is signed by the key; `open` where the browser has no Ed25519
`sums`       what the proof shows follows: K and change of a rated game from its ratings and counts, a void from
             what it takes back, an award from its tournament; `open` where the table could not be read, and for
             entries without sums
`page`       every `<data data-member="winner.delta" value="24">` in the document says what the entry says (for
             another entry of the proof, `data-of="NUMBER"` beside it); `open` where there is none

docs/log.md tells all that is checked here; tests/web/test_verify_script.py holds this file to the Python one. */

const FORMAT = "terazi-proof-1";
const HASH_BYTES = 32;
const LARGEST_SIZE = 2 ** 40;
const CUBES = [1, 2, 4, 8, 16, 32, 64];
const WINS = ["single", "gammon", "backgammon"];
const SINGLE_BY_RULE = ["drop", "leave", "disconnect", "timeout"]; // R10

/** Something is not as it should be: which check, and the slots of its sentence. */
class Wrong extends Error {
  constructor(check, slots = {}) {
    super(`${check} ${JSON.stringify(slots)}`);
    Object.assign(this, { check, slots });
  }
}

// --- bytes and hashes --------------------------------------------------------------------------------

const utf8 = (text) => new TextEncoder().encode(text);
const same = (one, other) => one.length === other.length && one.every((byte, at) => byte === other[at]);
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The bytes of a text in the one spelling that base64 has for them, or null. */
export function fromBase64(text) {
  try {
    const letters = atob(text);
    return btoa(letters) === text ? Uint8Array.from(letters, (letter) => letter.charCodeAt(0)) : null;
  } catch {
    return null;
  }
}

/** SHA-256 of byte arrays, one after the other. */
export async function sha256(...parts) {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  parts.reduce((at, part) => (whole.set(part, at), at + part.length), 0);
  return new Uint8Array(await crypto.subtle.digest("SHA-256", whole));
}

/** The hash of one entry (RFC 6962, 2.1). */
export const leafHash = (entry) => sha256(Uint8Array.of(0), entry);
const nodeHash = (left, right) => sha256(Uint8Array.of(1), left, right);

/** Whether a path shows that a leaf, given by its hash, is in the tree of that root (RFC 9162, 2.1.3.2). */
export async function included({ leaf, number, size, path, root }) {
  if (!(number >= 0 && number < size)) return false;
  const half = (value) => Math.floor(value / 2); // not >> 1: a log may have more than 2**32 entries
  let [place, last, found] = [number, size - 1, leaf];
  for (const sibling of path) {
    if (last === 0) return false;
    if (place % 2 === 1 || place === last) {
      found = await nodeHash(sibling, found);
      while (place % 2 === 0 && place !== 0) [place, last] = [half(place), half(last)];
    } else {
      found = await nodeHash(found, sibling);
    }
    [place, last] = [half(place), half(last)];
  }
  return last === 0 && same(found, root);
}

// --- the signed checkpoint (c2sp.org/signed-note, tlog-checkpoint) -----------------------------------

const isKeyName = (name) => /^[^\p{C}\p{Z}+]+$/u.test(name);

/** Name, id and public key of a verifier key's text, or null. */
export async function readKey(text) {
  const [, name, id, base64] = /^([^+]*)\+([^+]*)\+(.*)$/su.exec(text) ?? [];
  const data = fromBase64(base64 ?? "");
  if (data === null || data.length !== 1 + HASH_BYTES || data[0] !== 1 || !isKeyName(name)) return null;
  const found = (await sha256(utf8(`${name}\n`), data)).slice(0, 4);
  return hex(found) === id ? { name, id: found, public: data.slice(1) } : null;
}

function signatureOf(line) {
  const [, name, base64] = /^— ([^ ]*) (.*)$/su.exec(line) ?? [];
  const data = fromBase64(base64 ?? "");
  return data !== null && data.length > 4 && isKeyName(name) ? { name, data } : null;
}

/** `{text, state}` of a note, or null where the key has not signed it; `open` where that cannot be told. */
export async function openNote(note, key) {
  const end = note.lastIndexOf("\n\n");
  if (end < 0 || !note.endsWith("\n") || /[\0-\x09\x0b-\x1f]|\p{Surrogate}/u.test(note)) return null;
  const [text, lines] = [note.slice(0, end + 1), note.slice(end + 2, -1).split("\n")];
  const signatures = lines.map(signatureOf);
  if (signatures.includes(null)) return null;
  const mine = signatures.filter(({ name, data }) => name === key.name && same(data.slice(0, 4), key.id));
  const state = await signed(key.public, utf8(text), mine.map(({ data }) => data.slice(4)));
  return state === "wrong" ? null : { text, state };
}

async function signed(publicKey, text, signatures) {
  if (signatures.length === 0) return "wrong";
  try {
    const key = await crypto.subtle.importKey("raw", publicKey, { name: "Ed25519" }, false, ["verify"]);
    for (const signature of signatures) {
      if (!(await crypto.subtle.verify("Ed25519", key, signature, text))) return "wrong";
    }
    return "right";
  } catch (error) {
    return error.name === "NotSupportedError" ? "open" : "wrong";
  }
}

/** Origin, size and root of a checkpoint's text, or null; extension lines are passed over. */
export function readCheckpoint(text) {
  const lines = text.split("\n");
  if (lines.pop() !== "" || lines.length < 3 || lines.includes("")) return null;
  const [origin, digits, root] = [lines[0], lines[1], fromBase64(lines[2])];
  const isSize = /^(0|[1-9][0-9]{0,12})$/.test(digits) && Number(digits) <= LARGEST_SIZE;
  return isSize && root?.length === HASH_BYTES ? { origin, size: Number(digits), root } : null;
}

// --- entries (docs/ledger.md) ------------------------------------------------------------------------

const integer = Number.isSafeInteger;
const between = (low, high) => (value) => integer(value) && low <= value && value <= high;
const oneOf = (...values) => (value) => values.includes(value);
const list = (test) => (value) => Array.isArray(value) && value.every(test);
const text = (value) => typeof value === "string";
const instant = between(-62135596800000, 253402300799999); // R1
const positive = between(1, Number.MAX_SAFE_INTEGER);
const isTrue = oneOf(true);
const id = (value) =>
  text(value) && /^[^\p{Cc}\p{Zl}\p{Zp}]+$/u.test(value) && !/^\p{Z}|\p{Z}$/u.test(value) && utf8(value).length <= 128; // R7

function fits(value, needed, allowed = {}) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const tests = { ...allowed, ...needed };
  const known = Object.entries(value).every(([name, member]) => Object.hasOwn(tests, name) && tests[name](member));
  return known && Object.keys(needed).every((name) => Object.hasOwn(value, name));
}

const PRESENT = { player: integer, event: integer };
const MOVED = { ...PRESENT, before: integer, delta: integer, after: integer };
const RATED = { ...MOVED, recent: integer, k: integer };
const SCORED = { ...PRESENT, points: integer, sparks: integer, assumed: isTrue };
const isRated = (value) => fits(value, RATED);
const side = (value) =>
  [PRESENT, MOVED, RATED, SCORED].some((shape) => fits(value, shape)) &&
  (value.before ?? 0) + (value.delta ?? 0) === (value.after ?? 0);

const SETTINGS = {
  sparks_win: integer, sparks_loss: integer, missed_moves: integer, grace_ms: integer, listed_games: integer,
  assumed: isTrue,
};
const RULEBOOK = {
  effective_from: instant, formula: (value) => text(value) && value !== "", table_sha256: text,
  divisor: between(1, 100000), k: between(1, 1000), cube_rule: oneOf("one_to_two", "multiplies", "ignored"),
  gammon_rule: oneOf("nothing", "multiplies"),
};
const GAME = {
  game: id, finished_at: instant, mode: oneOf("ranked", "boosted", "tournament"), cube: oneOf(...CUBES),
  win: oneOf(...WINS), winner: side, loser: side,
  termination: oneOf(...SINGLE_BY_RULE, "bear_off", "resign", "unspecified", "aborted"),
};
const TOURNAMENT = { tournament: id, name: text, visibility: oneOf("public", "private"), awards: list(integer) };
const PODIUM = { tournament: id, podium: list((place) => fits(place, { place: integer, player: integer })) };
const VOID = { voids: integer, reason: oneOf("outage", "cheating", "wrong_result", "test", "other", "replaced") };

/** Kind of entry -> what its members must be, beside number, kind and accepted_at; what else may be there. */
const KINDS = {
  settings: () => [SETTINGS, { late_ms: integer, early_ms: integer }],
  rulebook: ({ gammon_rule: gammons, ...line }) => [
    {
      ...RULEBOOK,
      ...("busy_games" in line || "busy_k" in line ? { busy_games: positive, busy_k: between(1, 1000) } : {}),
      ...(gammons === "multiplies" ? { assumed: isTrue } : {}),
    },
  ],
  register: () => [{ commitment: text }],
  opening: () => [{ player: integer, rating: integer, recent: list(instant) }],
  game: () => [
    GAME,
    { tournament: id, replaces: id, formula: text, unrated: oneOf("boosted", "tournament", "aborted", "void") },
  ],
  tournament: (line) => [Object.hasOwn(line, "podium") ? PODIUM : TOURNAMENT],
  award: () => [{ tournament: id, place: integer, placed: side }],
  void: (line) => [{ ...VOID, ...("winner" in line ? { winner: side, loser: side } : { placed: side }) }],
  erase: () => [{ player: integer }],
};

function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object") return JSON.stringify(value);
  const members = Object.keys(value).sort().map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`);
  return `{${members.join(",")}}`;
}

function isToldRight(entry) {
  if (entry.kind !== "game") return true;
  const rated = [entry.winner, entry.loser].map(isRated);
  const told = rated.every((one) => one === ("formula" in entry)); // a version says what it made of both
  return told && (entry.win === "single" || !SINGLE_BY_RULE.includes(entry.termination));
}

/** The entry of a text, or null where the text is none in its one spelling. */
export function readEntry(written) {
  try {
    const entry = JSON.parse(written);
    if (!Object.hasOwn(KINDS, entry.kind)) return null;
    const [needed, allowed] = KINDS[entry.kind](entry);
    const every = { number: integer, accepted_at: instant, kind: text };
    const right = fits(entry, { ...every, ...needed }, allowed) && isToldRight(entry);
    return right && !/\p{Surrogate}/u.test(written) && canonical(entry) === written ? entry : null;
  } catch {
    return null;
  }
}

// --- sums --------------------------------------------------------------------------------------------

/** A version's table out of its CSV: `change(gap, column)` is the winner's, `column` as the heading names it. */
export function readTable(csv) {
  const [heading, ...lines] = csv.trimEnd().split("\n");
  const columns = heading.split(",");
  const reach = (lines.length - 1) / 2;
  return {
    change(gap, column) {
      const row = Math.min(Math.max(gap, -reach), reach) + reach; // beyond it nothing moves any more (SPEC 3)
      return Number(lines[row].split(",")[columns.indexOf(column)]);
    },
  };
}

function compare(number, field, says, should) {
  if (says !== should) throw new Wrong("sums", { number, field, says: String(says ?? ""), should: String(should ?? "") });
}

function checkGame(game, rulebook, table) {
  const gap = game.winner.before - game.loser.before;
  const size = rulebook.gammon_rule === "multiplies" ? `_${game.win}` : "";
  for (const [name, sign] of [["winner", 1], ["loser", -1]]) {
    const said = game[name];
    const k = said.recent >= (rulebook.busy_games ?? Infinity) ? rulebook.busy_k : rulebook.k;
    compare(game.number, `${name}.k`, said.k, k);
    // R0: with equal K the loser's change is the exact negative; + 0, so that none is a minus zero.
    compare(game.number, `${name}.delta`, said.delta, sign * table.change(gap, `k${k}_cube${game.cube}${size}`) + 0);
  }
}

function checkVoid(entry, taken) {
  compare(entry.number, "voids", entry.voids, taken?.number);
  for (const name of ["winner", "loser", "placed"]) {
    for (const member of ["player", "delta", "points", "sparks"]) {
      const gave = taken[name]?.[member];
      const back = member === "player" || gave === undefined ? gave : 0 - gave; // R16
      compare(entry.number, `${name}.${member}`, entry[name]?.[member], back);
    }
  }
}

function checkAward(award, tournament) {
  compare(award.number, "tournament", award.tournament, tournament?.tournament);
  const due = tournament.visibility === "public" ? tournament.awards[award.place - 1] : undefined; // R15
  compare(award.number, "placed.delta", award.placed.delta, due);
}

/** `right`, or `open` where nothing could be checked; `Wrong` at the first sum that does not follow. */
async function checkSums(entries, csv) {
  const digest = csv === null ? null : hex(await sha256(utf8(csv)));
  const find = (test) => entries.find(test);
  const isVersion = ({ kind }) => kind === "rulebook";
  let [state, isLacking] = ["open", false];
  for (const entry of [...entries].sort((one, other) => isVersion(other) - isVersion(one))) { // the table first
    const isRatedGame = entry.kind === "game" && "formula" in entry;
    if (csv === null && (isRatedGame || isVersion(entry))) {
      isLacking = true;
      continue;
    }
    if (isVersion(entry)) {
      compare(entry.number, "table_sha256", entry.table_sha256, digest);
    } else if (isRatedGame) {
      const rulebook = find(({ kind, formula }) => kind === "rulebook" && formula === entry.formula);
      compare(entry.number, "formula", entry.formula, rulebook?.formula);
      checkGame(entry, rulebook, readTable(csv));
    } else if (entry.kind === "void") {
      checkVoid(entry, find(({ kind, number }) => number === entry.voids && ["game", "award"].includes(kind)));
    } else if (entry.kind === "award") {
      checkAward(entry, find((other) => other.tournament === entry.tournament && "awards" in other));
    } else {
      continue;
    }
    state = "right";
  }
  return isLacking ? "open" : state;
}

// --- a proof -----------------------------------------------------------------------------------------

function readProof(proof) {
  const right = fits(proof, {
    format: oneOf(FORMAT), key: text, checkpoint: text,
    entries: list((one) =>
      fits(one, { number: integer, entry: text, path: list((node) => text(node) && fromBase64(node)?.length === HASH_BYTES) }),
    ),
  });
  if (!right || proof.entries.length === 0) throw new Wrong("entry");
  return proof.entries.map(({ number, entry, path }) => ({ number, line: entry, path: path.map(fromBase64) }));
}

function checkEntries(proven, about) {
  const entries = proven.map(({ number, line }) => {
    const entry = readEntry(line);
    if (entry === null || entry.number !== number) throw new Wrong("entry", { number });
    return entry;
  });
  const [{ number, game }] = entries;
  if (about.game !== undefined && about.game !== game) throw new Wrong("entry", { number });
  if (about.number !== undefined && about.number !== number) throw new Wrong("entry", { number });
  return entries;
}

async function checkTree(proven, { size, root }) {
  for (const { number, line, path } of proven) {
    const leaf = await leafHash(utf8(line));
    if (!(await included({ leaf, number, size, path, root }))) throw new Wrong("tree", { number });
  }
}

async function checkSignature(proof, given) {
  const key = await readKey(given ?? proof.key);
  const note = key && (await openNote(proof.checkpoint, key));
  const checkpoint = note && readCheckpoint(note.text);
  if (!checkpoint || checkpoint.origin !== key.name) throw new Wrong("signature", { key: given ?? proof.key });
  return { checkpoint, state: note.state };
}

/** Check a proof: `{entries, findings}`, a finding `{check, state, slots}`; the first wrong one is the last.

`about` says what the proof must be of (`game` or `number`), `key` is the log's verifier key (else the proof's
own), `csv` the text of the table of its version, or null. */
export async function checkProof(proof, { key, csv = null, about = {} } = {}) {
  const findings = [];
  const found = (check, state, slots = {}) => findings.push({ check, state, slots });
  let entries = [];
  try {
    const proven = readProof(proof);
    const { checkpoint, state } = await checkSignature(proof, key);
    found("signature", state, { key: key ?? proof.key });
    await checkTree(proven, checkpoint);
    found("tree", "right", { entries: checkpoint.size });
    entries = checkEntries(proven, about);
    found("entry", "right", { number: entries[0].number });
    found("sums", await checkSums(entries, csv));
  } catch (error) {
    if (!(error instanceof Wrong)) throw error;
    found(error.check, "wrong", error.slots);
  }
  return { entries, findings };
}

/** Whether the page says what the entries say, member by member. */
export function checkPage(entries, page) {
  const shown = [...page.querySelectorAll("data[data-member]")];
  for (const { value, dataset } of shown) {
    const entry = dataset.of ? entries.find(({ number }) => String(number) === dataset.of) : entries[0];
    const should = String(dataset.member.split(".").reduce((inside, name) => inside?.[name], entry) ?? "");
    if (value !== should) {
      const slots = { number: entry?.number, field: dataset.member, says: value, should };
      return { check: "page", state: "wrong", slots };
    }
  }
  return { check: "page", state: shown.length === 0 ? "open" : "right", slots: {} };
}

// --- what the reader sees ----------------------------------------------------------------------------

function tell(section, { check, state, slots = {} }) {
  const { lang } = document.documentElement;
  for (const place of section.querySelectorAll(`[data-check="${check}"]`)) {
    place.dataset.state = state;
    const words = section.querySelector(`template[data-say="${check}.${state}"]`);
    if (words === null) continue;
    const said = words.content.cloneNode(true);
    for (const slot of said.querySelectorAll("[data-slot]")) {
      const value = slots[slot.dataset.slot] ?? "";
      slot.textContent = slot.dataset.slot === "entries" ? value.toLocaleString(lang || undefined) : value;
    }
    place.replaceChildren(said);
  }
  if (check === "whole") section.dataset.state = state;
}

async function fetched(address) {
  const answer = await fetch(address, { credentials: "omit" });
  if (answer.ok) return answer;
  throw Object.assign(new Error(String(answer.status)), { status: answer.status });
}

/** Verify what a section is about, and tell it there; the promise is kept when all is told. */
export async function show(section) {
  const { proof: address, game, number, key, table } = section.dataset;
  let whole = "none";
  if (globalThis.crypto?.subtle !== undefined) {
    try {
      const proof = await (await fetched(address)).json();
      const csv = table ? await fetched(table).then((answer) => answer.text(), () => null) : null;
      const about = { game, number: number === undefined ? undefined : Number(number) };
      const { entries, findings } = await checkProof(proof, { key, csv, about });
      if (entries.length > 0) findings.push(checkPage(entries, document));
      findings.forEach((finding) => tell(section, finding));
      const states = findings.map(({ state }) => state);
      const isOpen = ({ check, state }) => state === "open" && (check === "signature" || (check === "sums" && table));
      whole = states.includes("wrong") ? "wrong" : findings.some(isOpen) ? "open" : "right";
    } catch (error) {
      whole = error.status === 503 ? "early" : "none";
    }
  }
  tell(section, { check: "whole", state: whole });
}

for (const section of document.querySelectorAll("[data-verify]")) show(section);
