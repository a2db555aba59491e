import { richHtml } from './html.ts';
import type { RichText } from './tree.ts';

/** Colors of the theme, for mail programs that drop style sheets; the classes are those of the mail's frame (i, l, q). */
export type MailColors = { ink: string; link: string; soft: string; line: string };

const font = 'Arial,sans-serif';

/** A rich text as HTML for a mail, styled element by element. */
export function mailHtml(text: RichText, { ink, link, soft, line }: MailColors): string {
  const words = (style: string) => ` class="i" style="margin:0 0 14px;${style};color:${ink}"`;
  const quoted = (style: string) => ` class="q" style="margin:0 0 14px;${style}"`;
  const list = words(`padding-left:24px;font:15px/1.55 ${font}`);
  return richHtml(text, {
    headings: 'own',
    attributes: {
      a: ` class="l" style="color:${link}"`,
      p: words(`font:15px/1.55 ${font}`),
      h2: words(`font:600 17px/1.35 ${font}`),
      h3: words(`font:600 15px/1.4 ${font}`),
      pre: quoted(`padding:10px 12px;background:${soft};white-space:pre-wrap;font:13px/1.5 Consolas,monospace;color:${ink}`),
      blockquote: quoted(`padding:10px 14px 1px;border-left:3px solid ${line};background:${soft}`),
      ul: list,
      ol: list,
      li: ' style="margin:0 0 4px"',
    },
  });
}
