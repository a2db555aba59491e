import { useSuspenseQuery } from '@tanstack/react-query';
import { formatDateTime } from '../../../domain/format/date.ts';
import { standingHours } from '../../../domain/partner-access/limits.ts';
import { type CallInput, call } from '../../app/data/api.ts';
import { useSave } from '../../app/data/use-save.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { Reading } from '../../app/layouts/Reading.tsx';
import { useTranslation } from '../../i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { confirm } from '../../ui/confirm.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { SwitchRow } from '../../ui/SwitchRow.tsx';
import { toast } from '../../ui/toast.ts';
import { relationsQuery } from './loader.ts';
import type { Relation } from './queries.ts';
import './partner-access.css';

type Change = Omit<CallInput<'PUT /api/auth/partner/access/{id}'>, 'id' | 'version'>;
const tones = { active: 'ok', invited: 'info', suspended: 'warn', ended: 'err' } as const;

/** The partner's access to this unit, and the administrator's switch to revoke it (BEHAVIOUR 13). */
export function PartnerAccess() {
  return (
    <Reading>
      <Relations />
    </Reading>
  );
}

function Relations() {
  const { t } = useTranslation();
  const { data } = useSuspenseQuery(relationsQuery);
  if (data.relations.length === 0) return <EmptyState title={t('switch.relation.none')} />;
  return (
    <div className="stack">
      {data.relations.map((relation) => (
        <OneRelation key={relation.id} relation={relation} />
      ))}
    </div>
  );
}

function OneRelation({ relation }: { relation: Relation }) {
  const { t, language } = useTranslation();
  const zone = useZone();
  const { save, busy } = useSave({
    refusal: 'toast',
    refresh: (client) => client.invalidateQueries({ queryKey: relationsQuery.queryKey }),
  });
  const { partner, status, verify } = relation;
  const ended = status === 'ended';
  const moment = (at: string) => formatDateTime(language, new Date(at), zone);
  const change = (wish: Change) =>
    save(async () => {
      await call('PUT /api/auth/partner/access/{id}', { id: relation.id, version: relation.version, ...wish });
      toast.success(t('switch.relation.saved'));
    });
  const ask = async (action: 'suspend' | 'end') => {
    const agreed = await confirm({
      title: t(`switch.relation.${action}.ask`, { partner }),
      text: t(`switch.relation.${action}.text`),
      yes: t(`switch.relation.${action}`),
      danger: true,
    });
    if (agreed) await change({ action });
  };
  return (
    <article className="card relation" aria-labelledby={`relation-${relation.id}`}>
      <div className="relation-head">
        <h2 className="h3" id={`relation-${relation.id}`}>
          {partner}
        </h2>
        <Badge tone={tones[status]}>{t(`switch.relation.${status}`)}</Badge>
      </div>
      <p className="muted small">
        {t(`switch.role.${relation.role}`)}
        {relation.until && ` · ${t('switch.relation.until', { until: moment(relation.until) })}`}
        {relation.setBy && ` · ${t('switch.relation.setBy', { person: relation.setBy })}`}
      </p>
      <p>{relation.inside > 0 ? t('switch.relation.inside', { count: relation.inside }) : t('switch.relation.nobody')}</p>
      {!ended && (
        <>
          <SwitchRow
            label={t('switch.relation.verify')}
            text={t('switch.relation.verify.text')}
            checked={verify}
            onChange={(on) => void change({ action: 'verify', verify: on })}
          />
          {verify && (
            <div className="row row-wrap">
              <span className="small">
                {relation.standingUntil
                  ? t('switch.relation.standing', { until: moment(relation.standingUntil) })
                  : t('switch.relation.stand')}
              </span>
              {relation.standingUntil ? (
                <Button size="s" loading={busy} onClick={() => void change({ action: 'stand', hours: 0 })}>
                  {t('switch.relation.standEnd')}
                </Button>
              ) : (
                [1, 4, standingHours].map((hours) => (
                  <Button key={hours} size="s" loading={busy} onClick={() => void change({ action: 'stand', hours })}>
                    {t('switch.relation.hours', { count: hours })}
                  </Button>
                ))
              )}
            </div>
          )}
          <div className="row row-wrap">
            {status === 'suspended' ? (
              <Button loading={busy} onClick={() => void change({ action: 'resume' })}>
                {t('switch.relation.resume')}
              </Button>
            ) : (
              <Button kind="danger" loading={busy} onClick={() => void ask('suspend')}>
                {t('switch.relation.suspend')}
              </Button>
            )}
            <Button kind="text" loading={busy} onClick={() => void ask('end')}>
              {t('switch.relation.end')}
            </Button>
          </div>
        </>
      )}
    </article>
  );
}
