import { plainText } from '../rich-text/plain.ts';
import type { RichText } from '../rich-text/tree.ts';
import { textOfHtml } from './text-of-html.ts';

/** A text that people wrote, rich or imported, without its formatting. */
export const toPlain = ({ body, html }: { body?: RichText | null | undefined; html?: string | null | undefined }): string =>
  typeof html === 'string' ? textOfHtml(html) : plainText(body ?? []);
