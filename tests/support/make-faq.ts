import type { FaqAudience } from '../../domain/faq/limits.ts';
import { parseMarkdown } from '../../domain/rich-text/markdown.ts';
import type { Language } from '../../domain/session/languages.ts';
import { query } from './database.ts';
import { makeId } from './make-id.ts';

type Options = {
  question?: string;
  answer?: string;
  language?: Language;
  audience?: FaqAudience;
  below?: boolean;
  position?: number;
};

/** A question of a tenant, inserted without the API. */
export async function makeFaqEntry(tenant: { id: string }, options: Options = {}): Promise<{ id: string }> {
  const id = makeId();
  const { question = 'Como peço acesso a um relatório?', answer = 'No **catálogo**, em *Pedir acesso*.', language = 'pt-BR' } = options;
  const texts = { [language]: { question, answer: parseMarkdown(answer) } };
  await query('insert into faq_entries (tenant_id, id, audience, below, position, texts) values ($1, $2, $3, $4, $5, $6)', [
    tenant.id,
    id,
    options.audience ?? 'public',
    String(options.below ?? false),
    String(options.position ?? 0),
    JSON.stringify(texts),
  ]);
  return { id };
}
