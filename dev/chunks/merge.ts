/** A chunk as the bundler cuts it: the modules that exactly the same entries need. */
export type Natural = {
  file: string;
  name: string;
  bytes: number;
  modules: readonly string[];
  imports: readonly string[];
  dynamicImports: readonly string[];
  /** The module that import() names, or the page for the entry chunk. */
  entry: string | null;
  /** Never merged, but counted where it is loaded needlessly. */
  isFixed?: boolean;
};

export type Aim = {
  /** The maximum number of chunks. */
  count: number;
  /** The maximum size of a merged chunk, in bytes. */
  largest: number;
  /** What every page behind the sign-in has loaded before its own code. */
  portal: readonly string[];
  /** How many needless bytes cost as much as one more request. */
  request: number;
  /** The weight of a needless byte for the pages that load this entry. */
  getWeight: (entry: string) => number;
};

type Chunk = { name: string; bytes: number; modules: readonly string[]; uses: Set<number>; weight: number };
/** The chunks that an entry loads, by number. */
type Page = { weight: number; has: Uint8Array };
/** The chunk with which a merge costs least. */
type Partner = { at: number; cost: number };
type Next = (at: number) => Iterable<number>;

function reach(from: Iterable<number>, next: Next, stopsAt: (at: number) => boolean = () => false): Set<number> {
  const found = new Set<number>();
  const waiting = [...from];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (found.has(at) || stopsAt(at)) continue;
    found.add(at);
    waiting.push(...next(at));
  }
  return found;
}

function listPages(natural: readonly Natural[], uses: Next, asks: Next, { portal, getWeight }: Aim): Page[] {
  const entries = natural.flatMap(({ entry }, at) => (entry === null ? [] : [at]));
  const isPortal = (at: number) => portal.some((path) => natural[at]?.entry?.endsWith(path));
  const asked = new Set(natural.flatMap((_, at) => [...asks(at)]));
  const first = entries.filter((at) => !asked.has(at));
  const beforeSignIn = reach(first, (at) => [...uses(at), ...asks(at)], isPortal);
  const shell = reach(entries.filter(isPortal), uses);
  return entries.map((at) => {
    const has = new Uint8Array(natural.length);
    for (const one of reach([at], uses)) has[one] = 1;
    if (!beforeSignIn.has(at)) for (const one of shell) has[one] = 1;
    return { weight: getWeight(natural[at]?.entry ?? ''), has };
  });
}

/**
 * Merges chunks until few enough are left: always the two that cost pages the fewest needless bytes, and never so that two chunks depend
 * on each other. Chunks that are always loaded together are always merged. Returns the name of each module's chunk,
 * but for the fixed ones.
 */
export function mergeChunks(natural: readonly Natural[], aim: Aim): Map<string, string> {
  const numbers = new Map(natural.map(({ file }, at) => [file, at]));
  const getNumbers = (files: readonly string[]) => files.flatMap((file) => numbers.get(file) ?? []);
  const chunks = new Map<number, Chunk>(
    natural.map(({ name, bytes, modules, imports, entry }, at) => [
      at,
      { name, bytes, modules, uses: new Set(getNumbers(imports)), weight: entry === null ? 0 : aim.getWeight(entry) },
    ]),
  );
  const uses: Next = (at) => chunks.get(at)?.uses ?? [];
  const toBytes = (at: number) => chunks.get(at)?.bytes ?? 0;
  const pages = listPages(natural, uses, (at) => getNumbers(natural[at]?.dynamicImports ?? []), aim);
  const needs = new Map([...chunks.keys()].map((at) => [at, reach([at], uses)]));

  /** The needless bytes that pages would load if the two chunks were merged; stops counting at the limit. */
  function getCost(a: number, b: number, limit: number): number {
    let cost = 0;
    for (const { weight, has } of pages) if (has[a] && has[b]) cost -= weight * aim.request;
    for (const { weight, has } of pages) {
      if (has[a] === has[b]) continue;
      // Its own bytes first: most candidates exceed the limit with these alone.
      cost += weight * toBytes(has[a] ? b : a);
      if (cost >= limit) return cost;
    }
    for (const { weight, has } of pages) {
      if (has[a] === has[b]) continue;
      const other = has[a] ? b : a;
      for (const more of needs.get(other) ?? []) if (more !== other && !has[more]) cost += weight * toBytes(more);
      if (cost >= limit) return cost;
    }
    return cost;
  }

  /** Whether one depends on the other through a third chunk; merging them would create a cycle. */
  const isBetween = (a: number, b: number) =>
    [...uses(a)].some((via) => via !== b && needs.get(via)?.has(b)) || [...uses(b)].some((via) => via !== a && needs.get(via)?.has(a));

  function merge(a: number, b: number): void {
    const [one, other] = [chunks.get(a), chunks.get(b)];
    if (!one || !other) return;
    const [main = other] = [one, other].toSorted((x, y) => y.weight - x.weight || y.bytes - x.bytes);
    const both = new Set([...one.uses, ...other.uses].filter((at) => at !== a && at !== b));
    chunks.set(b, { ...main, bytes: one.bytes + other.bytes, modules: [...other.modules, ...one.modules], uses: both });
    chunks.delete(a);
    for (const chunk of chunks.values()) if (chunk.uses.delete(a)) chunk.uses.add(b);
    needs.delete(a);
    const now = reach([b], uses);
    for (const need of needs.values()) if (need.delete(a) || need.has(b)) for (const more of now) need.add(more);
    for (const { has } of pages) {
      if (has[a] || has[b]) for (const more of now) has[more] = 1;
      has[a] = 0;
    }
  }

  const fixed = new Set(natural.flatMap(({ isFixed }, at) => (isFixed ? [at] : [])));
  function getPartner(a: number, limit = Number.POSITIVE_INFINITY): Partner | null {
    let best: Partner | null = null;
    for (const b of chunks.keys()) {
      if (b === a || fixed.has(b) || toBytes(a) + toBytes(b) > aim.largest) continue;
      const cost = getCost(a, b, best?.cost ?? limit);
      if (cost < (best?.cost ?? limit) && !isBetween(a, b)) best = { at: b, cost };
    }
    return best;
  }
  const open = () => [...chunks.keys()].filter((at) => !fixed.has(at));

  // First what costs nothing, because comparing every two of the rest takes long.
  for (const at of open().toSorted((x, y) => toBytes(x) - toBytes(y))) {
    const partner = getPartner(at, 1);
    if (partner) merge(at, partner.at);
  }
  const partners = new Map(open().map((at) => [at, getPartner(at)]));
  for (;;) {
    const [next] = [...partners]
      .flatMap(([at, partner]) => (partner ? [{ at, cost: partner.cost }] : []))
      .toSorted((x, y) => x.cost - y.cost);
    if (!next || (next.cost >= 0 && chunks.size <= aim.count)) break;
    const partner = getPartner(next.at);
    // Merges since it was found may have made it dearer.
    if (!partner || partner.cost > next.cost) {
      partners.set(next.at, partner);
      continue;
    }
    merge(next.at, partner.at);
    partners.delete(next.at);
    for (const [at, known] of partners)
      if (at === partner.at || known?.at === next.at || known?.at === partner.at) partners.set(at, getPartner(at));
  }
  const names = getNames([...chunks.values()]);
  for (const at of fixed) for (const id of natural[at]?.modules ?? []) names.delete(id);
  return names;
}

function getNames(chunks: readonly Chunk[]): Map<string, string> {
  const taken = new Map<string, number>();
  return new Map(
    chunks.flatMap(({ name, modules }) => {
      const number = taken.get(name) ?? 0;
      taken.set(name, number + 1);
      return modules.map((id) => [id, number === 0 ? name : `${name}-${number}`] as const);
    }),
  );
}
