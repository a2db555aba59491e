import { type SQL, sql } from 'drizzle-orm';
import type { MailKind } from '../../../domain/mail/kinds.ts';
import { getLane } from '../../../domain/mail/lanes.ts';
import { nowhere } from '../../services/mail/nowhere.ts';

type Letter = {
  /** Selects `user_id`: each of these users gets one mail in their own language, regardless of their mail preferences. */
  people: SQL;
  kind: MailKind;
  vars: SQL;
  /** A path on the portal's own origin, or null. */
  link: SQL;
  /**
   * `jsonb_build_object('key', <R2 key>, 'name', <file name>, 'type', <media type>)`; a file too large to attach is sent as the link only.
   */
  attachment?: SQL;
};

/**
 * The CTE that sends a mail without a notification in the inbox, for something that the user asked for. It is part of the
 * verb's write statement, so that the mail leaves only if that statement took effect. After it, the verb calls `wakeOutbox(ctx)`.
 *
 * ```ts
 * sql`with w as (update exports … returning id, user_id, file), ${queueMail('sent', {
 *   people: sql`select w.user_id from w`, kind: 'export_mailed', vars: sql`jsonb_build_object(…)`, link: sql`'/…'`,
 * })} select …`
 * ```
 */
export function queueMail(name: string, letter: Letter): SQL {
  return sql`${sql.identifier(name)} as (insert into outbox (kind, body, lane)
      select 'mail', jsonb_build_object('user_id', p.user_id, 'kind', ${letter.kind}::text, 'vars', ${letter.vars}, 'link', ${letter.link},
          'attachment', ${letter.attachment ?? sql`null::jsonb`}), ${getLane(letter.kind)}::int
        from (select distinct q.user_id from (${letter.people}) q) p
          join users u on u.id = p.user_id and u.status in ('A','T') and not ${nowhere(sql`u.email`)})`;
}
