import { useQuery } from '@tanstack/react-query';
import { can } from '../../../domain/access/permissions.ts';
import { formatDate } from '../../../domain/format/date.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { useWho } from '../../app/session/session.ts';
import { useTranslation } from '../../i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { IconBooks } from '../../ui/icons.ts';
import { catalogQuery } from './loader.ts';

/** For users who open a report they have no access to: if it is on the catalog, the way to request it. */
export function AskForAccess({ reportId }: { reportId: string }) {
  const { t, language } = useTranslation();
  const zone = useZone();
  const who = useWho();
  const asks = who !== null && can(who, 'catalogs.ask');
  // No suspense: the refused report's page does not wait for what else can be done.
  const { data } = useQuery({ ...catalogQuery({ report: reportId, size: 1 }), enabled: asks, retry: false });
  const offer = data?.items[0]?.offer;
  if (offer?.kind === 'ask')
    return (
      <ButtonLink kind="primary" icon={IconBooks} href={`/catalogs?ask=${reportId}`}>
        {t('catalogs.ask')}
      </ButtonLink>
    );
  if (!offer?.at || offer.kind === 'open') return null;
  return (
    <Badge tone="info">
      {t(offer.kind === 'pending' ? 'catalogs.askedOn' : 'catalogs.waitUntil', { day: formatDate(language, new Date(offer.at), zone) })}
    </Badge>
  );
}
