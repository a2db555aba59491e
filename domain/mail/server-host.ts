// ARCHITECTURE 10, outbound addresses given by tenants: mail servers are on the public internet, by name or in the one accepted notation.

/** Ports for mail submission; 25 is for server-to-server mail and carries no sign-in. */
export const mailPorts = [465, 587, 2525] as const;

export type HostFault = 'private' | 'invalid';

const inside = [
  'localhost',
  'local',
  'localdomain',
  'internal',
  'intranet',
  'lan',
  'home',
  'corp',
  'private',
  'test',
  'example',
  'invalid',
  'onion',
  'arpa',
  'cluster',
  'consul',
];
const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

type Ipv4 = readonly [number, number, number, number];

/** An IPv4 address in the one notation with four decimal numbers; every other notation is null. */
function dotted(text: string): Ipv4 | null {
  const parts = text.split('.');
  if (parts.length !== 4 || !parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255)) return null;
  return parts.map(Number) as unknown as Ipv4; // because four parts were checked
}

function isPrivateV4([a, b, c]: Ipv4): boolean {
  if (a === 0 || a === 10 || a === 127 || a >= 224) return true;
  if (a === 100) return b >= 64 && b <= 127;
  if (a === 169) return b === 254;
  if (a === 172) return b >= 16 && b <= 31;
  if (a === 192) return b === 168 || (b === 0 && (c === 0 || c === 2)) || (b === 88 && c === 99);
  if (a === 198) return b === 18 || b === 19 || (b === 51 && c === 100);
  return a === 203 && b === 0 && c === 113;
}

/** The eight groups of an IPv6 address; null when it isn't one. */
function getGroups(text: string): number[] | null {
  const embedded = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(text);
  const v4 = embedded ? dotted(embedded[2] ?? '') : null;
  if (embedded && !v4) return null;
  const plain = v4 && embedded ? `${embedded[1]}${((v4[0] << 8) | v4[1]).toString(16)}:${((v4[2] << 8) | v4[3]).toString(16)}` : text;
  const halves = plain.split('::');
  if (halves.length > 2) return null;
  const [head = [], tail = []] = halves.map((half) => (half === '' ? [] : half.split(':')));
  const missing = 8 - head.length - tail.length;
  if (halves.length === 2 ? missing < 1 : missing !== 0) return null;
  const groups = [...head, ...Array<string>(halves.length === 2 ? missing : 0).fill('0'), ...tail];
  return groups.every((group) => /^[0-9a-f]{1,4}$/.test(group)) ? groups.map((group) => Number.parseInt(group, 16)) : null;
}

function isPrivateV6(groups: number[]): boolean {
  const [first = 0, second = 0] = groups;
  const at = (index: number) => groups[index] ?? 0;
  const last: Ipv4 = [at(6) >> 8, at(6) & 255, at(7) >> 8, at(7) & 255];
  // Unspecified, loopback, IPv4-compatible, IPv4-mapped and translated: what counts is the IPv4 address inside.
  if (groups.slice(0, 5).every((group) => group === 0)) return at(5) === 0xffff ? isPrivateV4(last) : true;
  if (first === 0x64 && second === 0xff9b) return true;
  if (first === 0x2002) return isPrivateV4([second >> 8, second & 255, at(2) >> 8, at(2) & 255]);
  if (first === 0x2001 && (second === 0 || second === 0xdb8)) return true;
  // Only the range allocated today (2000::/3) is public: unique local, link local, multicast and the rest are not.
  return (first & 0xe000) !== 0x2000;
}

/** Whether a resolved address is one that no tenant may reach; an unreadable one counts as such. */
export function isPrivateAddress(address: string): boolean {
  const v4 = dotted(address);
  if (v4) return isPrivateV4(v4);
  const v6 = getGroups(address.toLowerCase());
  return v6 ? isPrivateV6(v6) : true;
}

/** What is wrong with a host, in its ASCII form, before a connection is opened; null when it is valid. */
export function hostFault(host: string): HostFault | null {
  const name = host.toLowerCase();
  if (name.length === 0 || name.length > 253) return 'invalid';
  if (/[[\]:%]/.test(name)) {
    const groups = getGroups(name.replace(/^\[|\]$/g, ''));
    if (!groups) return 'invalid';
    return isPrivateV6(groups) ? 'private' : null;
  }
  const v4 = dotted(name);
  if (v4) return isPrivateV4(v4) ? 'private' : null;
  const labels = name.split('.');
  // A trailing dot, a single label, a last label of digits: a search list or an odd address notation would decide where it leads.
  if (labels.some((part) => part === '')) return 'invalid';
  if (inside.includes(labels.at(-1) ?? '')) return 'private';
  if (/^(?:0x[0-9a-f]*|\d+)$/.test(labels.at(-1) ?? '')) return 'private';
  if (labels.length < 2 || !labels.every((part) => label.test(part))) return 'invalid';
  return null;
}
