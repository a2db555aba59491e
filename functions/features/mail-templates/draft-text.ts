import { AppError } from '../../../domain/errors/catalogue.ts';
import type { TemplateText } from '../../../domain/mail-templates/template.ts';
import type { RichText } from '../../../domain/rich-text/tree.ts';
import { importedHtml } from '../html-import/index.ts';

type Draft = { subject: string; greeting: string; button: string; body?: RichText | undefined; html?: string | undefined };

/** The text of a draft: rich text, or HTML that breaks no rule of the import. */
export async function getText({ subject, greeting, button, body, html }: Draft): Promise<TemplateText> {
  const lines = { subject, greeting, button };
  if (html === undefined && body) return { ...lines, body };
  if (html !== undefined && !body) return { ...lines, html: await importedHtml(html) };
  const field = body ? 'html' : 'body';
  throw new AppError(body ? 'invalid_input' : 'required', { name: field, reason: body ? 'one_text' : 'required' }, { field });
}
