import { lazy, useState } from 'react';
import { formatDate } from '../../../domain/format/date.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { Part } from '../../app/shell/Part.tsx';
import { useTranslation } from '../../i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import type { OneUnit } from './queries.ts';

const InviteDialog = lazy(() => import('./InviteDialog.tsx').then((module) => ({ default: module.InviteDialog })));
const roles = ['admin', 'user', 'billing'] as const;
const states = ['invited', 'active', 'suspended', 'ended'] as const;

/** The unit's administrators, and the partner's access to it, which only the unit's own administrators can change. */
export function AccessTab({ unit }: { unit: OneUnit }) {
  const { t, language } = useTranslation();
  const zone = useZone();
  const [inviting, setInviting] = useState(false);
  const { relation, invitee } = unit;
  const day = (instant: string) => formatDate(language, new Date(instant), zone);
  return (
    <>
      {unit.kind === 'unit' && (
        <section className="card card-pad unit-card" aria-labelledby="unit-relation">
          <h2 id="unit-relation">{t('tenants.part.relation')}</h2>
          {relation ? (
            <dl className="facts">
              <dt>{t('tenants.relation.partner')}</dt>
              <dd>{unit.parent.name}</dd>
              <dt>{t('tenants.relation.state')}</dt>
              <dd>
                <Badge tone={relation.status === 'active' ? 'ok' : relation.status === 'invited' ? 'info' : 'err'}>
                  {t(`tenants.relation.state.${states.find((each) => each === relation.status) ?? 'ended'}`)}
                </Badge>
              </dd>
              <dt>{t('tenants.relation.role')}</dt>
              <dd>{t(`tenants.relation.role.${roles.find((each) => each === relation.role) ?? 'user'}`)}</dd>
              <dt>{t('tenants.relation.verify')}</dt>
              <dd>{t(relation.verify ? 'tenants.relation.asked' : 'tenants.relation.notAsked')}</dd>
              <dt>{t('tenants.relation.until')}</dt>
              <dd className="num">{relation.until ? day(relation.until) : t('tenants.relation.open')}</dd>
              <dt>{t('tenants.relation.since')}</dt>
              <dd className="num">{day(relation.since)}</dd>
            </dl>
          ) : (
            <p className="muted">{t('tenants.relation.none')}</p>
          )}
          <p className="small muted">{t('tenants.relation.whose')}</p>
        </section>
      )}
      <section className="card card-pad unit-card" aria-labelledby="unit-admins">
        <h2 id="unit-admins">{t('tenants.part.admins')}</h2>
        {unit.admins.length === 0 ? (
          <p className="muted">{t('tenants.admins.none')}</p>
        ) : (
          <ul className="plain-list unit-people">
            {unit.admins.map((person) => (
              <li key={person.email}>
                <b>{person.name}</b> <span className="muted">{person.email}</span>
                <span className="push small muted">
                  {person.waiting
                    ? t('tenants.admins.waiting')
                    : person.lastSignInAt
                      ? t('tenants.admins.last', { day: day(person.lastSignInAt) })
                      : t('tenants.admins.never')}
                </span>
              </li>
            ))}
          </ul>
        )}
        {invitee && unit.deletedAt === null && (
          <>
            <p className="muted">{t('tenants.invitee.text')}</p>
            <div className="unit-buttons">
              <Button onClick={() => setInviting(true)}>{t('tenants.invitee.button')}</Button>
            </div>
          </>
        )}
        {invitee && inviting && (
          <Part>
            <InviteDialog unit={unit} invitee={invitee} onClose={() => setInviting(false)} />
          </Part>
        )}
      </section>
    </>
  );
}
