import { addOneEmbedKey, findEmbedKeys, revokeOneEmbedKey } from './keys.ts';
import { letEmbeddedIn } from './let-in.ts';
import { logViewOfEmbed } from './log-view.ts';
import { embedReportOfEmbed, readReportOfEmbed } from './report.ts';
import { rotateOneEmbedKey } from './rotate-key.ts';
import { tryOneEmbedding } from './try-embedding.ts';

export const routes = [
  letEmbeddedIn,
  readReportOfEmbed,
  embedReportOfEmbed,
  logViewOfEmbed,
  findEmbedKeys,
  addOneEmbedKey,
  rotateOneEmbedKey,
  revokeOneEmbedKey,
  tryOneEmbedding,
];
