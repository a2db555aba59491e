import { AppError } from '../../../domain/errors/catalogue.ts';
import { textOfHtml } from '../../../domain/html-import/text-of-html.ts';
import { type MessageTexts, type MessageWords, writtenTexts } from '../../../domain/messages/texts.ts';
import { importedHtml } from '../html-import/index.ts';

/** Texts in the form in which they are stored; refuses HTML that breaks a rule of the import, with the rule and its line. */
export async function checkedTexts(texts: MessageTexts, field = 'texts'): Promise<MessageTexts> {
  const checked = writtenTexts(texts).map(async ([language, words]) => [language, await stored(words, field)] as const);
  return Object.fromEntries(await Promise.all(checked));
}

async function stored({ subject, body, html: source }: MessageWords, field: string): Promise<MessageWords> {
  if (source === undefined) return { subject, body };
  const html = await importedHtml(source, field);
  if (textOfHtml(html).trim() === '') throw new AppError('required', { name: 'html' }, { field });
  return { subject, html };
}
