export const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

function quantile(values: readonly number[], at: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) * at;
  const low = sorted[Math.floor(place)] ?? Number.NaN;
  const high = sorted[Math.ceil(place)] ?? low;
  return low + (high - low) * (place - Math.floor(place));
}
export const median = (values: readonly number[]) => quantile(values, 0.5);

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** Runs the contestants in turns, reversing the order each time, so that load on the machine affects all alike. */
export async function interleaved<K extends string>(
  rounds: number,
  contestants: Record<K, (round: number) => Promise<number>>,
): Promise<Record<K, number[]>> {
  const names = Object.keys(contestants) as K[]; // because Object.keys forgets the literal names
  // Because fromEntries forgets the keys.
  const results = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<K, number[]>;
  for (let round = 0; round < rounds; round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) results[name].push(await contestants[name](round));
  }
  return results;
}
