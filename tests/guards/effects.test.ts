import { expect, test } from 'vitest';
import type { SourceFile } from './imports.ts';
import { projectFiles } from './project-files.ts';

const effect = /\buse(?:Layout|Insertion)?Effect\(/;
const comment = /^\s*(?:\/\/ (?!No suspense: )|\*|\/\*)/;
const effectEnd = /^\s*\}, \[.*\]\);$/;
const begin = /^(?:export )?(?:default )?(?:async )?(?:function|const) /;
const namedHook = /\b(?:function|const) use[A-Z]/;

/** The line that begins the function around a line. */
function getBegin(lines: readonly string[], at: number): number {
  for (let line = at; line >= 0; line -= 1) if (begin.test(lines[line] ?? '')) return line;
  return -1;
}

function effectsIn(lines: readonly string[], from: number): number {
  const end = lines.findIndex((line, at) => at > from && /^\}/.test(line));
  return lines.slice(from, end === -1 ? undefined : end).filter((line) => effect.test(line)).length;
}

/** Whether the lines above it say why, or it is the one effect of a hook whose own comment does. */
function hasReason(lines: readonly string[], at: number): boolean {
  const first = getBegin(lines, at);
  for (let line = at - 1; line > Math.max(first, at - 6) && (lines[line] ?? '').trim() !== ''; line -= 1) {
    if (comment.test(lines[line] ?? '')) return true;
    if (effectEnd.test(lines[line] ?? '') || effect.test(lines[line] ?? '')) break;
  }
  return namedHook.test(lines[first] ?? '') && comment.test(lines[first - 1] ?? '') && effectsIn(lines, first) === 1;
}

const unexplained = (files: readonly SourceFile[]): string[] =>
  files.flatMap(({ path, text }) => {
    const lines = text.split('\n');
    return lines.flatMap((line, at) => (effect.test(line) && !hasReason(lines, at) ? [`${path}:${at + 1}`] : []));
  });

test('every effect says why it is one: what is external to React, or when it must run', () => {
  const files = projectFiles(/^web\/.*\.tsx?$/);
  expect(files.filter(({ text }) => effect.test(text)).length).toBeGreaterThan(80);
  expect(unexplained(files)).toEqual([]);
});

const of = (...lines: string[]) => unexplained([{ path: 'web/a.tsx', text: lines.join('\n') }]);
const run = ['  useEffect(() => {', '    listen();', '  }, [now]);'];

test('the guard sees one without a reason, also after one that has it', () => {
  expect(of('export function Page() {', ...run, '}')).toEqual(['web/a.tsx:2']);
  expect(of('/** A page. */', 'export function Page() {', ...run, '}')).toEqual(['web/a.tsx:3']);
  expect(of('/** Listens. */', 'function useListen() {', ...run, ...run, '}')).toEqual(['web/a.tsx:3', 'web/a.tsx:6']);
  expect(of('function Page() {', '  // Time is external to React.', ...run, ...run, '}')).toEqual(['web/a.tsx:6']);
  expect(of('function Page() {', '  // No suspense: it is polled.', '  const { data } = useQuery(q);', ...run, '}')).toHaveLength(1);
});

test('and accepts a reason in the lines above it, or of a hook with this one effect', () => {
  expect(of('function Page() {', '  // The address is external to React.', '  const to = next();', ...run, '}')).toEqual([]);
  expect(of('/** Listens while it is mounted. */', 'export function useListen() {', '  const a = 1;', ...run, '}')).toEqual([]);
});
