import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../folders.ts';
import { iconFiles, iconFolder, importedIcons } from './generate.ts';

// npm run icons: writes the icons that web/ imports from web/ui/icons.ts, and removes those it no longer imports.

const sources = readdirSync(join(root, 'web'), { recursive: true, encoding: 'utf8' }).filter((path) => /\.tsx?$/.test(path));
const names = importedIcons(sources.map((path) => readFileSync(join(root, 'web', path), 'utf8')));
const files = iconFiles(names);
for (const file of readdirSync(join(root, iconFolder)).filter((name) => name.endsWith('.ts')))
  if (!files.has(`${iconFolder}/${file}`)) rmSync(join(root, iconFolder, file));
for (const [path, text] of files) writeFileSync(join(root, path), text);
console.log(`${names.length} icons in ${iconFolder}.`);
