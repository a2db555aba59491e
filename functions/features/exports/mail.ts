import { type SQL, sql } from 'drizzle-orm';
import { largestAttachment, longestFileName } from '../../../domain/exports/limits.ts';
import { queueMail } from '../mail/index.ts';

/** The user's exports: a panel that opens over any of their pages. */
export const exportsLink = sql`(select case when u.profile = 'a2m' then '/partners?exports=1' else '/?exports=1' end
  from users u where u.id = w.user_id)`;

/** The report with the panel open, where a failed export can be retried. */
export const reportLink = sql`(select '/' || w.report_id || case when u.profile = 'a2m' then '/management/view' else '/reports/view' end
  || '?exports=1' from users u where u.id = w.user_id)`;

/** Mails the file of a ready export w to its user, if they asked for it; a file too large to attach is sent as a link. */
export const mailExport = (tenantId: string): SQL =>
  queueMail('mailed', {
    people: sql`select w.user_id from w where w.mail and w.state = 'ready'`,
    kind: 'export_mailed',
    vars: sql`(select jsonb_build_object('report', w.report_title, 'format', w.format, 'until', w.expires_at) from w)`,
    link: sql`(select ${exportsLink} from w)`,
    attachment: sql`(select case when w.bytes <= ${largestAttachment}::bigint then jsonb_build_object(
      'key', ${tenantId}::text || '/' || w.file, 'name', ${fileName}, 'type', ${mediaType}) end from w)`,
  });

const fileName = sql`left(regexp_replace(w.report_title, '[^[:alnum:] ._-]', ' ', 'g'), ${longestFileName}::int) || w.extension`;
const mediaType = sql`case w.extension when '.pdf' then 'application/pdf' when '.png' then 'image/png' when '.zip' then 'application/zip'
  else 'application/vnd.openxmlformats-officedocument.presentationml.presentation' end`;
