import type { Translate } from '../../i18n.ts';
import { IconEye, IconEyeShare } from '../../ui/icons.ts';
import type { RowAction } from '../../ui/table/types.ts';
import { asking } from './asking.ts';
import { viewAs } from './view-as.ts';

type Listed = { id: string; name: string };
type Tools = { t: Translate };

/** Remote-access actions for a user, in the user list and on the user's page. */
export const lookAction = (user: Listed, { t }: Tools): RowAction => ({
  id: 'look',
  label: t('remote.action.look'),
  icon: IconEye,
  onClick: () => void viewAs(user),
});

export const enterAction = (user: Listed, { t }: Tools): RowAction => ({
  id: 'enter',
  label: t('remote.action.enter'),
  icon: IconEyeShare,
  onClick: () => asking.open(user),
});
