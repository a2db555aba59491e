import * as z from 'zod/mini';
import { visits } from '../access/session-kinds.ts';
import { dayRange } from '../contract/day-range.ts';
import { endpoint } from '../contract/endpoint.ts';
import { changed, done, instant, nameText, nothing, text, version, whole } from '../contract/fields.ts';
import { listInput, page } from '../contract/page.ts';
import { filePart, tableFile } from '../contract/table-file.ts';
import { isEmail } from '../validation/email.ts';
import { bulkRate } from './bulk-rate.ts';
import { mailFailures } from './delivery.ts';
import { mailSorts } from './sorts.ts';

// Spec 3, mail-server settings: name, email, password, host, port, protocol. The password is write-only.
const protocol = z.enum(['tls', 'starttls', 'none']);
const email = z.string().check(
  z.trim(),
  z.maxLength(254, 'too_long'),
  z.refine((value) => isEmail(value), 'invalid'),
);
const fields = {
  name: nameText(120),
  email,
  /** The user name at the server, where it isn't the address itself. */
  user: z._default(z.string().check(z.trim(), z.maxLength(254, 'too_long')), ''),
  /** Absent keeps the stored one, as long as the server and the user stay the same. */
  password: z.optional(z.string().check(z.minLength(1, 'required'), z.maxLength(500, 'too_long'))),
  host: text(253),
  port: whole(1, 65_535),
  protocol,
};

const bulkPerSecond = z.number('invalid').check(z.minimum(bulkRate.least, 'invalid'), z.maximum(bulkRate.most, 'invalid'));

export const readMailServer = endpoint({
  method: 'GET',
  path: '/api/auth/mail/server',
  needs: 'mail.manage',
  screens: ['setting'],
  summary: 'Returns the tenant’s own mail server, or null if it sends through the platform’s.',
  input: nothing,
  output: z.object({
    server: z.nullable(
      z.object({
        name: z.string(),
        email: z.string(),
        user: z.string(),
        host: z.string(),
        port: z.number(),
        protocol,
        enabled: z.boolean(),
        bulkPerSecond: z.number(),
        password: z.object({ set: z.boolean(), at: z.nullable(instant) }),
        verifiedAt: z.nullable(instant),
        version: z.number(),
      }),
    ),
    /** The sender address of mail without a server of the tenant. */
    platform: z.string(),
  }),
});

export const saveMailServer = endpoint({
  method: 'PUT',
  path: '/api/auth/mail/server',
  needs: 'mail.manage',
  screens: ['setting'],
  summary: 'Saves the mail server at the given version (0 to create it); internal addresses are refused.',
  input: z.strictObject({ ...changed(fields), enabled: z.optional(z.boolean()), bulkPerSecond: z.optional(bulkPerSecond), version }),
  output: z.object({ version: z.number() }),
  errors: ['changed_meanwhile', 'mail_host_private', 'mail_host_unknown', 'mail_port_refused', 'mail_password_needed'],
});

export const removeMailServer = endpoint({
  method: 'DELETE',
  path: '/api/auth/mail/server',
  needs: 'mail.manage',
  screens: ['setting'],
  summary: 'Removes the tenant’s mail server and its password; mail is sent through the platform’s again.',
  input: nothing,
  output: done,
});

export const testMailServer = endpoint({
  method: 'POST',
  path: '/api/auth/mail/server/test',
  needs: 'mail.manage',
  screens: ['setting'],
  summary: 'Sends a test e-mail to the caller through the mail server in the form, and returns the server’s response.',
  input: z.strictObject(fields),
  output: z.object({ sent: z.boolean(), to: z.string(), failure: z.nullable(z.enum(mailFailures)), answer: z.string() }),
  errors: ['mail_host_private', 'mail_host_unknown', 'mail_port_refused', 'mail_password_needed', 'too_many_attempts'],
});

const mailStates = ['queued', 'sent', 'failed', 'skipped'] as const;
const mailRow = z.object({
  id: z.string(),
  at: instant,
  sentAt: z.nullable(instant),
  nextAt: z.nullable(instant),
  address: z.string(),
  person: z.nullable(z.string()),
  subject: z.string(),
  kind: z.string(),
  state: z.enum(mailStates),
  via: z.enum(['platform', 'tenant']),
  attempts: z.number(),
  failure: z.nullable(z.string()),
  answer: z.nullable(z.string()),
});
export type MailRow = z.infer<typeof mailRow>;
const filters = { state: z.optional(z.enum(mailStates)), ...dayRange };

export const listMails = endpoint({
  method: 'GET',
  path: '/api/auth/mail/log',
  needs: 'mail.manage',
  kinds: visits,
  screens: ['setting'],
  summary: 'Lists the tenant’s e-mails of the last six months with the server’s responses; searches by prefix of the address.',
  input: z.strictObject({ ...listInput(mailSorts), ...filters }),
  output: z.object({
    ...page(mailRow).shape,
    counts: z.object({ all: z.number(), queued: z.number(), sent: z.number(), failed: z.number() }),
  }),
});

export const exportMails = endpoint({
  method: 'GET',
  path: '/api/auth/mail/log/export',
  needs: 'mail.manage',
  screens: ['setting'],
  summary: 'Exports the same list as text rows for a CSV file; formula cells are prefixed.',
  input: z.strictObject({ search: listInput(mailSorts).search, sort: listInput(mailSorts).sort, ...filters, ...filePart }),
  output: tableFile,
});
