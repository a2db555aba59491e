import type { SourceFile } from './imports.ts';

const read = /\b(?:useQuery|useInfiniteQuery|useQueries)\(/;
const reason = /^\s*\/\/ No suspense: \S/;

/** The part of `web` that a file belongs to: a feature, `app` or `ui`. */
const getPart = (path: string): string => /^web\/(?:features\/)?([\w-]+)\//.exec(path)?.[1] ?? '';

/** Reads without suspense and without a reason in the line above, by part of `web`. */
function plainReads(files: readonly SourceFile[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const { path, text } of files) {
    if (!/^web\/.*(?<!\.test)\.tsx?$/.test(path)) continue;
    const lines = text.split('\n');
    const count = lines.filter((line, at) => read.test(line) && !reason.test(lines[at - 1] ?? '')).length;
    if (count > 0) found.set(getPart(path), (found.get(getPart(path)) ?? 0) + count);
  }
  return found;
}

/** What differs from the list (`feature count` a line): a part may have fewer, and then its line says so. */
export function readFaults(files: readonly SourceFile[], listed: string): string[] {
  const allowed = new Map(
    listed
      .split('\n')
      .filter((line) => line && !line.startsWith('#'))
      .map((line) => line.split(' '))
      .map(([part = '', count]) => [part, Number(count)] as const),
  );
  const found = plainReads(files);
  return [...new Set([...allowed.keys(), ...found.keys()])].flatMap((part) => {
    const [now, most] = [found.get(part) ?? 0, allowed.get(part) ?? 0];
    if (now > most) return [`${part}: ${now} reads without suspense, ${most} are listed; read with suspense or give the reason above it`];
    return now < most ? [`${part}: ${now} reads without suspense, ${most} are listed; lower the line`] : [];
  });
}
