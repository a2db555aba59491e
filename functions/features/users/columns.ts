import type { CustomField } from '../../../domain/custom-fields/field.ts';
import { buildRecord, pick } from '../../../domain/fields/fields.ts';
import { formatDateTime } from '../../../domain/format/date.ts';
import type { Language } from '../../../domain/session/languages.ts';
import { textNames, type UserColumn, userColumns } from '../../../domain/users/fields.ts';
import { keptFlags, readPosition } from '../../../domain/users/person.ts';
import { exportTexts } from '../../../i18n/server.ts';
import type { FileColumn } from '../../request/table-file.ts';
import { customCell } from '../custom-fields/index.ts';
import type { Row } from './rows.ts';

type Reader = { language: Language; zone: string };

/** The columns of a file of users, in the caller's language and on the unit's clock. */
export function fileColumns({ language, zone }: Reader, fields: readonly CustomField[]): Record<string, FileColumn<Row>> {
  const texts = exportTexts(language);
  const at = (instant: string | null) => (instant ? formatDateTime(language, new Date(instant), zone) : null);
  const getJob = (row: Row) => {
    const { position, other } = readPosition(row.position);
    return other ?? (position ? texts[position === 'other' ? 'job_another' : (`job_${position}` as const)] : null);
  };
  const getFlags = (row: Row) => keptFlags(row.flags, row.profile).map((flag) => texts[`flag_${flag}`]);
  const fixed: Record<UserColumn, FileColumn<Row>> = {
    name: [texts.name, (row) => row.name],
    email: [texts.email, (row) => row.email],
    phone: [texts.phone, (row) => row.phone],
    profile: [texts.profile, (row) => texts[`profile_${row.profile}`]],
    status: [texts.state, (row) => texts[`status_${row.status}`]],
    ...buildRecord(textNames, (name): FileColumn<Row> => [texts[name], (row) => row[name]]),
    position: [texts.position, getJob],
    language: [texts.language, (row) => row.language],
    groups: [texts.userGroups, (row) => row.groups.map(({ name }) => name).join('; ')],
    flags: [texts.userFlags, (row) => getFlags(row).join('; ')],
    invitation: [texts.invitation, (row) => texts[`invitation_${row.accepted ? 'accepted' : row.invitedAt ? 'sent' : 'none'}`]],
    factor: [texts.secondFactor, (row) => texts[row.secondFactor ? 'yes' : 'no']],
    expires: [texts.expires, (row) => at(row.expiresAt)],
    created: [texts.created, (row) => at(row.createdAt)],
    signedIn: [texts.signedIn, (row) => at(row.lastSignInAt)],
  };
  // Custom values are under their key.
  const custom = fields.map(({ key }) => [key, [key, (row: Row) => customCell(row.custom[key])] as const]);
  return { ...pick(fixed, userColumns), ...Object.fromEntries(custom) };
}
