import type { NoticeAudience } from '../../domain/notices/fields.ts';
import type { RichText } from '../../domain/rich-text/tree.ts';
import { query } from './database.ts';
import { makeId } from './make-id.ts';

type Options = {
  title?: string;
  text?: string;
  severity?: 'info' | 'warning' | 'error';
  atLogin?: boolean;
  below?: boolean;
  audience?: NoticeAudience;
  answer?: 'dismiss' | 'acknowledge' | null;
  startsAt?: string;
  endsAt?: string | null;
};

/** A paragraph as a rich text. */
export const saying = (text: string): RichText => [{ type: 'p', content: [{ text }] }];

/** A notice of a tenant, shown from a minute ago. */
export async function makeNotice(tenant: { id: string }, options: Options = {}): Promise<{ id: string }> {
  const id = makeId();
  const { title = 'Fechamento de novembro', text = 'Os números mudam até sexta.', severity = 'info', atLogin = false } = options;
  const { below = false, audience = { type: 'all' }, answer = null, endsAt = null } = options;
  const { startsAt = new Date(Date.now() - 60_000).toISOString() } = options;
  await query(
    `insert into notices (tenant_id, id, title, text, body, severity, at_login, audience_below, audience, dismissible, must_acknowledge,
        starts_at, ends_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      ...[tenant.id, id, title, text, JSON.stringify(saying(text)), severity, String(atLogin), String(below), JSON.stringify(audience)],
      ...[String(answer === 'dismiss'), String(answer === 'acknowledge'), startsAt, endsAt],
    ],
  );
  return { id };
}
