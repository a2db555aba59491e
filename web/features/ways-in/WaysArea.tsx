import { useSuspenseQuery } from '@tanstack/react-query';
import { formatDateTime } from '../../../domain/format/date.ts';
import type { WayIn } from '../../../domain/ways-in/contract.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { Reading } from '../../app/layouts/Reading.tsx';
import { useTranslation } from '../../i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import { IconBuilding, IconCode, IconFolders, IconKey, IconLock, IconMail, IconWorld } from '../../ui/icons.ts';
import { UiLink } from '../../ui/UiLink.tsx';
import { waysQuery } from './loader.ts';
import './ways-in.css';

const icons = {
  password: IconLock,
  saml: IconKey,
  entra: IconKey,
  directory: IconFolders,
  embedding: IconCode,
  partner: IconBuilding,
  mail: IconMail,
  domain: IconWorld,
} as const;

/** Where each sign-in method is configured. */
const places: Record<WayIn['kind'], string> = {
  password: '/setting?area=security',
  saml: '/azure/saml?area=saml',
  entra: '/azure/saml?area=entra',
  directory: '/azure/saml?area=scim',
  embedding: '/setting?area=embedding',
  partner: '/remote/authorization?tab=partner',
  mail: '/setting?area=mail',
  domain: '/setting?area=general',
};

function Way({ way }: { way: WayIn }) {
  const { t, language } = useTranslation();
  const zone = useZone();
  const Glyph = icons[way.kind];
  const kind = t(`ways.kind.${way.kind}`);
  return (
    <li className="card ways-one">
      <Glyph size={20} stroke={1.75} aria-hidden="true" />
      <div className="ways-words">
        <p className="row row-wrap">
          <UiLink href={places[way.kind]}>{way.name || kind}</UiLink>
          {way.name && <span className="small muted">{kind}</span>}
          {!way.active && <Badge tone="neutral">{t('ways.off')}</Badge>}
        </p>
        <ul className="ways-reaches small">
          {way.reaches.map((reach) => (
            <li key={reach}>{t(`ways.reach.${reach}`, { domains: way.domains.join(', '), name: way.name })}</li>
          ))}
        </ul>
        {way.kind !== 'domain' && (
          <p className="tiny muted num">
            {way.lastUsedAt ? t('ways.used', { when: formatDateTime(language, new Date(way.lastUsedAt), zone) }) : t('ways.unused')}
          </p>
        )}
      </div>
    </li>
  );
}

/** Every sign-in method of the unit, its permissions in plain words, and its last use (`/azure/saml?area=reach`). */
export function WaysArea() {
  return (
    <Reading>
      <Ways />
    </Reading>
  );
}

function Ways() {
  const { t } = useTranslation();
  const { data } = useSuspenseQuery(waysQuery);
  return (
    <ul className="plain-list ways-list" aria-label={t('ways.list')}>
      {data.ways.map((way) => (
        <Way key={`${way.kind} ${way.id}`} way={way} />
      ))}
    </ul>
  );
}
