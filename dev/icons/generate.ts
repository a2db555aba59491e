import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../folders.ts';

/** The module that the pages import icons from, and the folder with a module for each, so that a page loads only its own. */
export const listFile = 'web/ui/icons.ts';
export const iconFolder = 'web/ui/icons';

type Shape = [tag: string, attributes: Record<string, string>];
type Style = 'outline' | 'filled';
type Drawing = { file: string; style: Style; shapes: Shape[] };

const pascal = (name: string) => name.replace(/(^|-)(.)/g, (_, _dash, letter: string) => letter.toUpperCase());

/** Every icon of the installed package, under its name in the React package. */
function drawings(): Map<string, Drawing> {
  const of = (style: Style, suffix: string) => {
    const path = join(root, 'node_modules/@tabler/icons', `tabler-nodes-${style}.json`);
    const nodes: Record<string, Shape[]> = JSON.parse(readFileSync(path, 'utf8'));
    return Object.entries(nodes).map(
      ([name, shapes]) => [`Icon${pascal(name + suffix)}`, { file: `${name}${suffix}.ts`, style, shapes }] as const,
    );
  };
  return new Map([...of('outline', ''), ...of('filled', '-filled')]);
}

/** The names that sources import from the list. */
export function importedIcons(texts: readonly string[]): string[] {
  const statement = /\bimport\s*\{([^}]*)\}\s*from\s*'[^']*\/icons\.ts'/g;
  const names = texts.flatMap((text) => [...text.matchAll(statement)].flatMap(([, list = '']) => list.split(',')));
  return [...new Set(names.map((name) => name.trim()).filter((name) => name && !name.startsWith('type ')))].sort();
}

function source(name: string, { style, shapes }: Drawing): string {
  const paths = shapes.map(([tag, { d, ...more }]) => {
    if (tag !== 'path' || !d || Object.keys(more).length > 0)
      throw new Error(`${name} is drawn with more than paths; choose another icon.`);
    return `'${d}'`;
  });
  const line = `export const ${name} = ${style}(${paths.join(', ')});`;
  const broken = `export const ${name} = ${style}(\n${paths.map((path) => `  ${path},\n`).join('')});`;
  return `import { ${style} } from '../icon.ts';\n\n${line.length <= 140 ? line : broken}\n`;
}

/** Path → text of every generated file. */
export function iconFiles(names: readonly string[]): Map<string, string> {
  const all = drawings();
  const chosen = names.map((name) => {
    const drawing = all.get(name);
    if (!drawing) throw new Error(`Tabler has no icon ${name}; its names are on https://tabler.io/icons.`);
    return { name, drawing };
  });
  const list = chosen.map(({ name, drawing }) => `export { ${name} } from './icons/${drawing.file}';\n`);
  return new Map([
    [listFile, `// Written by npm run icons.\nexport type { Icon } from './icon.ts';\n${list.join('')}`],
    ...chosen.map(({ name, drawing }) => [`${iconFolder}/${drawing.file}`, source(name, drawing)] as const),
  ]);
}
