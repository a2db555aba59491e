import { type SQL, sql } from 'drizzle-orm';
import type { Audience, AudienceOf, AudienceType } from '../../../domain/mailings/audience.ts';
import type { NotificationKind } from '../../../domain/notifications/kinds.ts';
import { idsIn } from '../../request/id-rows.ts';
import { wasNotified } from '../maintenance/index.ts';
import { seesPlace } from '../report-management/index.ts';

const audiences: { [Type in AudienceType]: (audience: AudienceOf<Type>, kind: NotificationKind) => SQL } = {
  window: ({ id }, kind) => wasNotified(kind, sql`${id}::uuid`),
  place: (place) => seesPlace(place),
  people: ({ ids }) => sql`u.id in (${idsIn(ids)})`,
  all: () => sql`true`,
  profile: ({ profile }) => sql`u.profile = ${profile}`,
  // `is true` keeps this from becoming a join of all members with all users of a unit that has just grown.
  groups: ({ ids }) => sql`exists (select from user_group_members k join user_groups g on g.id = k.user_group_id and g.deleted_at is null
    where k.user_id = u.id and k.user_group_id in (${idsIn(ids)})) is true`,
  users: ({ ids }) => sql`u.id in (${idsIn(ids)})`,
};

const isAudience = (stored: unknown): stored is Audience =>
  typeof stored === 'object' && stored !== null && 'type' in stored && Object.hasOwn(audiences, String(stored.type));

/**
 * Whether user `u` belongs to a mailing's audience. It is checked when they are notified, since permissions, groups and the subject may
 * have changed. Null for an audience unknown to this version.
 */
export function meantBy(stored: unknown, kind: NotificationKind): SQL | null {
  if (!isAudience(stored)) return null;
  switch (stored.type) {
    case 'window':
      return audiences.window(stored, kind);
    case 'place':
      return audiences.place(stored, kind);
    case 'people':
      return audiences.people(stored, kind);
    case 'all':
      return audiences.all(stored, kind);
    case 'profile':
      return audiences.profile(stored, kind);
    case 'groups':
      return audiences.groups(stored, kind);
    case 'users':
      return audiences.users(stored, kind);
  }
}
