import type { CustomField } from '../../../domain/custom-fields/field.ts';
import { formatDateTime } from '../../../domain/format/date.ts';
import type { Language } from '../../../domain/session/contract.ts';
import { type UserColumn, userColumns } from '../../../domain/users/limits.ts';
import { keptFlags, readPosition } from '../../../domain/users/person.ts';
import { exportTexts } from '../../../i18n/server.ts';
import type { Cell, Table } from '../../services/table-file.ts';
import { customCell } from '../custom-fields/index.ts';
import type { Row } from './rows.ts';

type Reader = { language: Language; zone: string };
type Texts = ReturnType<typeof exportTexts>;
type Column = { heading(texts: Texts): string; width?: number; cell(row: Row, texts: Texts, reader: Reader): Cell };

const at = (instant: string | null, { language, zone }: Reader): Cell =>
  instant ? formatDateTime(language, new Date(instant), zone) : null;

const all: Record<UserColumn, Column> = {
  name: { heading: (texts) => texts.name, width: 32, cell: (row) => row.name },
  email: { heading: (texts) => texts.email, width: 36, cell: (row) => row.email },
  phone: { heading: (texts) => texts.phone, cell: (row) => row.phone },
  profile: { heading: (texts) => texts.profile, cell: (row, texts) => texts[`profile_${row.profile}`] },
  status: { heading: (texts) => texts.state, width: 14, cell: (row, texts) => texts[`status_${row.status}`] },
  department: { heading: (texts) => texts.department, cell: (row) => row.department },
  position: {
    heading: (texts) => texts.position,
    cell: (row, texts) => {
      const { position, other } = readPosition(row.position);
      return other ?? (position ? texts[position === 'other' ? 'job_another' : (`job_${position}` as const)] : null);
    },
  },
  language: { heading: (texts) => texts.language, width: 10, cell: (row) => row.language },
  groups: { heading: (texts) => texts.userGroups, width: 36, cell: (row) => row.groups.map(({ name }) => name).join('; ') },
  flags: {
    heading: (texts) => texts.userFlags,
    width: 36,
    cell: (row, texts) =>
      keptFlags(row.flags, row.profile)
        .map((flag) => texts[`flag_${flag}`])
        .join('; '),
  },
  invitation: {
    heading: (texts) => texts.invitation,
    cell: (row, texts) => texts[`invitation_${row.accepted ? 'accepted' : row.invited_at ? 'sent' : 'none'}`],
  },
  expires: { heading: (texts) => texts.expires, cell: (row, _, reader) => at(row.expires_at, reader) },
  created: { heading: (texts) => texts.created, cell: (row, _, reader) => at(row.created_at, reader) },
  signedIn: { heading: (texts) => texts.signedIn, cell: (row, _, reader) => at(row.last_sign_in_at, reader) },
};

const customColumn = (key: string): Column => ({ heading: () => key, cell: (row) => customCell(row.custom[key]) });

const isColumn = (name: string): name is UserColumn => userColumns.some((column) => column === name);

/** The people of a list as a table of text in the reader's language; columns that are not known are passed over. */
export function tableOf(rows: readonly Row[], columns: string | undefined, reader: Reader, fields: readonly CustomField[]): Table {
  const texts = exportTexts(reader.language);
  // Custom values stand under their key.
  const custom = new Map(fields.map(({ key }) => [key, customColumn(key)]));
  const named = (columns ?? '').split(',').flatMap((name) => (isColumn(name) ? [all[name]] : (custom.get(name) ?? [])));
  const chosen = named.length > 0 ? named : [...userColumns.map((name) => all[name]), ...custom.values()];
  return {
    sheet: texts.usersFile,
    headings: chosen.map((column) => column.heading(texts)),
    widths: chosen.map((column) => column.width ?? 20),
    rows: rows.map((row) => chosen.map((column) => column.cell(row, texts, reader))),
  };
}
