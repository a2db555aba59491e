import { useQuery } from '@tanstack/react-query';
import { can } from '../../../domain/access/permissions.ts';
import { useConfig } from '../../app/data/use-config.ts';
import { useWho } from '../../app/session/session.ts';
import { useTranslation } from '../../i18n.ts';
import { IconBooks } from '../../ui/icons.ts';
import { UiLink } from '../../ui/UiLink.tsx';
import { catalogQuery } from './loader.ts';
import './more-on-catalog.css';

/** The last card of a group: the catalog's reports that this user cannot see yet (UI 04). Absent when there are none. */
export function MoreOnCatalog({ group, name }: { group: string; name: string }) {
  const { t } = useTranslation();
  const who = useWho();
  const { hidden_menu = [] } = useConfig();
  const asks = who !== null && can(who, 'catalogs.ask') && !hidden_menu.includes('catalogs');
  // No suspense: the group's cards do not wait for the one after them.
  const { data } = useQuery({ ...catalogQuery({ group, offer: 'ask', size: 1 }), enabled: asks, retry: false });
  if (!data || data.total === 0) return null;
  return (
    <li className="more-on-catalog">
      <IconBooks size={20} stroke={1.75} aria-hidden="true" />
      <h3>{t('catalogs.more')}</h3>
      <p className="small muted">{t('catalogs.moreText', { name, count: data.total })}</p>
      <UiLink href={`/catalogs?group=${group}`} className="link small stretched">
        {t('catalogs.moreOpen')}
      </UiLink>
    </li>
  );
}
