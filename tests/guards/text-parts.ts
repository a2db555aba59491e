import { posix } from 'node:path';
import type { TextPart } from '../../web/i18n.ts';
import { type SourceFile, withoutComments } from './imports.ts';

/** An import edge: `to` is a module, or one export of a feature's index.ts (`index.ts#Name`). `parts` are the texts loaded with it. */
type Edge = { from: string; to: string; parts: readonly TextPart[] };

const isFace = (path: string) => /^web\/features\/[^/]+\/index\.ts$/.test(path);
const target = (from: string, specifier: string) => posix.normalize(posix.join(posix.dirname(from), specifier));
const named = /^[ \t]*(import|export)\s+(type\s+)?([^;'"]*?)\bfrom\s*['"]([^'"]+)['"]/gm;
// withTexts(['manage'], () => import('…')
const later = /(?:withTexts\(\s*\[([^\]]*)\],\s*\(\)\s*=>\s*)?(?<!typeof )\bimport\(\s*['"]([^'"]+)['"]/g;

const valuesIn = (list: string) =>
  list
    .replace(/[{}]/g, '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name && !name.startsWith('type '))
    .map((name) => name.split(/\s+as\s+/)[0] ?? name);

/** The edges to a module; one to a feature's index.ts leads to each imported name, or to all of them. */
function edgesTo(
  from: string,
  to: string,
  names: readonly string[] | 'all',
  parts: readonly TextPart[],
  faces: ReadonlyMap<string, string[]>,
): Edge[] {
  const offered = faces.get(to);
  if (!offered) return [{ from, to, parts }];
  return (names === 'all' ? offered : names).map((name) => ({ from, to: `${to}#${name}`, parts }));
}

/** The statements of an index.ts, by exported name. */
function getStatements(text: string): { name: string; text: string }[] {
  return text
    .split(/^(?=export |import )/m)
    .filter((part) => part.startsWith('export '))
    .flatMap((part) => {
      const [, own] = /^export (?:const|function) (\w+)/.exec(part) ?? [];
      const list = /^export (?:type )?\{([^}]*)\}/s.exec(part)?.[1];
      return own ? [{ name: own, text: part }] : valuesIn(list ?? '').map((name) => ({ name, text: part }));
    });
}

function getEdges(id: string, path: string, text: string, faces: ReadonlyMap<string, string[]>): Edge[] {
  const now = [...text.matchAll(named)]
    .filter(([, , type, , specifier]) => !type && specifier?.startsWith('.'))
    .flatMap(([, , , list = '', specifier = '']) => {
      const names = valuesIn(list);
      return names.length === 0 ? [] : edgesTo(id, target(path, specifier), names, [], faces);
    });
  const then = [...withoutComments(text).matchAll(later)].flatMap(
    ([, parts = '', specifier = '']) =>
      edgesTo(
        id,
        target(path, specifier),
        'all',
        [...parts.matchAll(/'([\w-]+)'/g)].map(([, part]) => part as TextPart),
        faces,
      ), // because the compiler checks the list where it stands
  );
  return [...now, ...then];
}

/** The texts each browser module can rely on: those that every path to it loads. */
export function textsAt(files: readonly SourceFile[], main: string): Map<string, Set<TextPart>> {
  const faces = new Map(
    files.filter(({ path }) => isFace(path)).map(({ path, text }) => [path, getStatements(text).map(({ name }) => name)]),
  );
  const edges = files.flatMap(({ path, text }) =>
    isFace(path)
      ? getStatements(text).flatMap(({ name, text: statement }) => getEdges(`${path}#${name}`, path, statement, faces))
      : getEdges(path, path, text, faces),
  );
  const found = new Map<string, Set<TextPart>>([[main, new Set<TextPart>(['sign-in'])]]);
  for (let isNew = true; isNew; ) {
    isNew = false;
    for (const { from, to, parts } of edges) {
      const there = found.get(from);
      if (!there || to === main) continue;
      const comes = new Set([...there, ...parts]);
      const known = found.get(to);
      const now = known ? new Set([...known].filter((part) => comes.has(part))) : comes;
      if (known && known.size === now.size) continue;
      found.set(to, now);
      isNew = true;
    }
  }
  return found;
}

/** The parts of the keys that a source uses; for a computed key, of all keys with its prefix. */
function partsIn(text: string, getPart: ReadonlyMap<string, TextPart>): Map<TextPart, string> {
  const found = new Map<TextPart, string>();
  const source = withoutComments(text);
  for (const [, , key = ''] of source.matchAll(/(['"`])([a-z]\w*(?:\.[\w-]+)+)\1/g)) {
    const part = getPart.get(key);
    if (part) found.set(part, key);
  }
  for (const [, start = ''] of source.matchAll(/`([a-z]\w*(?:\.[\w-]+)*\.)\$\{/g))
    for (const [key, part] of getPart) if (key.startsWith(start)) found.set(part, `${start}…`);
  return found;
}

/** Keys whose texts may be missing when shown: the user would see the key itself. */
export function missingTexts(files: readonly SourceFile[], getPart: ReadonlyMap<string, TextPart>, main = 'web/app/main.tsx'): string[] {
  const there = textsAt(files, main);
  return files.flatMap(({ path, text }) => {
    const has = there.get(path);
    if (!has) return [];
    return [...partsIn(text, getPart)].flatMap(([part, key]) => (has.has(part) ? [] : [`${path}: ${key} is in ${part}`]));
  });
}
