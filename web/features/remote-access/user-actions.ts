import type { Translate } from '../../i18n.ts';
import { IconEye, IconEyeShare } from '../../ui/icons.ts';
import type { RowAction } from '../../ui/table/types.ts';
import { asking } from './asking.ts';
import { viewAs } from './view-as.ts';

type Listed = { id: string; name: string };
type Tools = { t: Translate };

/** What remote access offers for a person, in the list of people and on the person's page. */
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
