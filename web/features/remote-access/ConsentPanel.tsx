import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDateTime } from '../../../domain/format/date.ts';
import { call } from '../../app/data/api.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { Reading } from '../../app/layouts/Reading.tsx';
import { toastError } from '../../app/notices/notify.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { MomentField } from '../../ui/MomentField.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeletons.tsx';
import { SwitchRow } from '../../ui/SwitchRow.tsx';
import { toast } from '../../ui/toast.ts';
import { consentQuery } from './loader.ts';
import { type Consent, refreshRemote } from './queries.ts';

function Standing({ consent, onSave }: { consent: Consent; onSave: (until: string | null) => Promise<void> }) {
  const { t, language } = useTranslation();
  const zone = useZone();
  const [until, setUntil] = useState<string | null>(null);
  const [missing, setMissing] = useState(false);
  if (consent.until)
    return (
      <Notice
        tone="warn"
        title={t('remote.standing.on', { until: formatDateTime(language, new Date(consent.until), zone) })}
        action={
          <Button size="s" onClick={() => void onSave(null)}>
            {t('remote.standing.stop')}
          </Button>
        }
      >
        {t('remote.standing.onText')}
      </Notice>
    );
  return (
    <div className="remote-standing">
      <MomentField
        label={t('remote.standing')}
        description={t('remote.standing.text')}
        value={until}
        zone={zone}
        from={new Date()}
        error={missing ? t('remote.standing.missing') : undefined}
        onChange={(instant) => {
          setMissing(false);
          setUntil(instant);
        }}
      />
      <Button onClick={() => (until && Date.parse(until) > Date.now() ? void onSave(until) : setMissing(true))}>
        {t('remote.standing.give')}
      </Button>
    </div>
  );
}

/** The user's standing permission, during which visitors need no approval: given and withdrawn here, saved immediately. */
export function ConsentPanel() {
  return (
    <Reading waiting={() => <Skeleton height={120} />}>
      <Choices />
    </Reading>
  );
}

function Choices() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { data } = useSuspenseQuery(consentQuery);
  const save = async (allow: boolean, until: string | null) => {
    try {
      await call('PUT /api/auth/remote/consent', { allow, until });
      toast.success(t(allow ? (until ? 'remote.consent.standing' : 'remote.consent.given') : 'remote.consent.withdrawn'));
    } catch (failure) {
      toastError(failure);
    } finally {
      refreshRemote(client);
    }
  };
  return (
    <div className="remote-consent">
      {!data.unit.allows && <Notice tone="info">{t('remote.consent.unitOff')}</Notice>}
      {data.unit.allows && !data.unit.asks && <Notice tone="warn">{t('remote.consent.unitAsksNot')}</Notice>}
      <SwitchRow
        label={t('remote.consent.label')}
        text={t(data.unit.asks ? 'remote.consent.text' : 'remote.consent.textNot')}
        checked={data.allow}
        onChange={(allow) => void save(allow, null)}
      />
      {data.allow && data.unit.asks && <Standing consent={data} onSave={(until) => save(true, until)} />}
    </div>
  );
}
