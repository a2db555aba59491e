// The network addresses of a list (BEHAVIOUR 14): single ones, CIDR blocks and ranges, of either version.

type Version = 4 | 6;
type Address = { version: Version; value: bigint };
type Span = { version: Version; from: bigint; to: bigint };

export const maxAddresses = 200;
export const longestAddress = 90;
/** How long a change of the list is on trial before it is undone. */
export const trialMinutes = 15;

const getBits = (version: Version): number => (version === 4 ? 32 : 128);

function parse4(text: string): bigint | null {
  const parts = text.split('.');
  if (parts.length !== 4 || parts.some((part) => !/^(0|[1-9]\d{0,2})$/.test(part) || Number(part) > 255)) return null;
  return parts.reduce((sum, part) => (sum << 8n) | BigInt(part), 0n);
}

function parse6(text: string): bigint | null {
  // The last two groups may be written as an IPv4 address.
  const dotted = /^(.*:)([\d.]+)$/.exec(text);
  let whole = text;
  if (dotted?.[2]?.includes('.')) {
    const low = parse4(dotted[2]);
    if (low === null) return null;
    whole = `${dotted[1]}${(low >> 16n).toString(16)}:${(low & 0xffffn).toString(16)}`;
  }
  const halves = whole.split('::');
  if (halves.length > 2) return null;
  const groups = (half: string | undefined) => (half ? half.split(':') : []);
  const [head, tail] = [groups(halves[0]), groups(halves[1])];
  const missing = 8 - head.length - tail.length;
  if (halves.length === 2 ? missing < 1 : missing !== 0) return null;
  const all = [...head, ...Array.from({ length: missing }, () => '0'), ...tail];
  if (all.some((group) => !/^[\da-f]{1,4}$/i.test(group))) return null;
  return all.reduce((sum, group) => (sum << 16n) | BigInt(`0x${group}`), 0n);
}

/** An address; an IPv4-mapped IPv6 address counts as IPv4. */
function parseAddress(text: string): Address | null {
  const four = parse4(text);
  if (four !== null) return { version: 4, value: four };
  const six = parse6(text);
  if (six === null) return null;
  return six >> 32n === 0xffffn ? { version: 4, value: six & 0xffffffffn } : { version: 6, value: six };
}

function parseSpan(entry: string): Span | null {
  const block = /^([^/]+)\/(\d{1,3})$/.exec(entry);
  if (block) {
    const address = parseAddress(block[1] ?? '');
    const length = Number(block[2]);
    if (!address || length > getBits(address.version) || (address.version === 4 && (block[1] ?? '').includes(':'))) return null;
    const free = BigInt(getBits(address.version) - length);
    const from = (address.value >> free) << free;
    return { version: address.version, from, to: from + (1n << free) - 1n };
  }
  const [first, last, ...more] = entry.split(/\s*-\s*/).map(parseAddress);
  if (more.length > 0 || !first || last === null) return null;
  const end = last ?? first;
  if (end.version !== first.version || end.value < first.value) return null;
  return { version: first.version, from: first.value, to: end.value };
}

/** Whether a text is an address, a block (`10.0.0.0/8`) or a range (`10.0.0.1-10.0.0.9`). */
export const isAddressEntry = (entry: string): boolean => entry.length <= longestAddress && parseSpan(entry.trim()) !== null;

const spans = new WeakMap<readonly string[], readonly Span[]>();
function getSpans(list: readonly string[]): readonly Span[] {
  const known = spans.get(list) ?? list.flatMap((entry) => parseSpan(entry.trim()) ?? []);
  spans.set(list, known);
  return known;
}

/** Whether a list contains the address; an invalid address is in none. */
export function namesAddress(list: readonly string[], address: string): boolean {
  const wanted = parseAddress(address);
  return (
    wanted !== null &&
    getSpans(list).some(({ version, from, to }) => version === wanted.version && wanted.value >= from && wanted.value <= to)
  );
}

type Stored = { ip: 'S' | 'N'; listIp: string[] | null };
/** The stored rule of a tenant; a change is on trial until it is confirmed. */
export type AddressRule = Stored & { trial: { until: string; before: Stored } | null };

/** The rule in force at an instant: a trial that wasn't confirmed in time counts as undone. */
export const inForce = ({ trial, ...saved }: AddressRule, now: number): Stored =>
  trial && Date.parse(trial.until) <= now ? trial.before : saved;

/** The list that calls are checked against now; null where any address is allowed. */
export function listInForce(rule: AddressRule | null | undefined, now: number): readonly string[] | null {
  if (!rule) return null;
  const { ip, listIp } = inForce(rule, now);
  return ip === 'S' ? (listIp ?? []) : null;
}
