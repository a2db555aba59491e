import { formatDate, formatDateTime } from '../../../domain/format/date.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { useTranslation } from '../../i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import type { OneRequest } from './queries.ts';
import { requestTones } from './request-tones.ts';
import './catalogs.css';

/** Who requests what, the reason, and the outcome. */
export function RequestFacts({ request }: { request: OneRequest }) {
  const { t, language } = useTranslation();
  const zone = useZone();
  const moment = (at: string) => formatDateTime(language, new Date(at), zone);
  return (
    <>
      <dl className="request-facts">
        <dt>{t('catalogs.column.state')}</dt>
        <dd>
          <Badge tone={requestTones[request.state]}>{t(`catalogs.state.${request.state}`)}</Badge>
        </dd>
        <dt>{t('catalogs.column.person')}</dt>
        <dd>
          {request.person.name}
          <div className="small muted">{[request.person.email, request.person.department].filter(Boolean).join(' · ')}</div>
        </dd>
        <dt>{t('catalogs.column.asked')}</dt>
        <dd className="num">{moment(request.askedAt)}</dd>
        {request.wishedDays !== null && (
          <>
            <dt>{t('catalogs.howLong')}</dt>
            <dd>{t('catalogs.days', { count: request.wishedDays })}</dd>
          </>
        )}
        {request.decidedAt && (
          <>
            <dt>{t('catalogs.column.decided')}</dt>
            <dd>{[moment(request.decidedAt), request.decidedBy].filter(Boolean).join(' · ')}</dd>
          </>
        )}
        {request.reason && (
          <>
            <dt>{t('catalogs.reason')}</dt>
            <dd>{request.reason}</dd>
          </>
        )}
        {request.validUntil && (
          <>
            <dt>{t('catalogs.column.until')}</dt>
            <dd className="num">{formatDate(language, new Date(request.validUntil), zone)}</dd>
          </>
        )}
        {request.identity?.as === 'fixed' && (
          <>
            <dt>{t('catalogs.identity')}</dt>
            <dd>{[request.identity.username, request.identity.roles.join(', ')].filter(Boolean).join(' · ')}</dd>
          </>
        )}
      </dl>
      <h3>{t('catalogs.justificationGiven')}</h3>
      <p className="request-text">{request.justification}</p>
      {request.earlier.length > 0 && (
        <>
          <h3>{t('catalogs.earlier')}</h3>
          <ul>
            {request.earlier.map((one) => (
              <li key={one.id}>
                <span className="num">{formatDate(language, new Date(one.askedAt), zone)}</span> · {t(`catalogs.state.${one.state}`)}
                {one.reason && ` · ${one.reason}`}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
