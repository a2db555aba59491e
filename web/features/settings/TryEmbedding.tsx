import { Select, TextInput } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { call } from '../../app/data/api.ts';
import { useSave } from '../../app/data/use-save.ts';
import { Reading } from '../../app/layouts/Reading.tsx';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Card, Row } from './AreaForm.tsx';
import { embedKeysQuery, reportsQuery } from './loader.ts';

type As = 'me' | 'anonymous';

/** Creates a token as the tenant's server would, and shows the page in a frame as another site would. */
export function TryEmbedding({ on }: { on: boolean }) {
  const { t } = useTranslation();
  return (
    <Card title={t('embedding.try')}>
      <p className="small muted">{t('embedding.try.text')}</p>
      <Reading>
        <Try on={on} />
      </Reading>
    </Card>
  );
}

function Try({ on }: { on: boolean }) {
  const { t } = useTranslation();
  const ids = { report: useId(), as: useId(), user: useId(), roles: useId() };
  const { data: keys } = useSuspenseQuery(embedKeysQuery);
  const { data: choices } = useSuspenseQuery(reportsQuery);
  const [report, setReport] = useState<string | null>(null);
  const [as, setAs] = useState<As>('me');
  const [username, setUsername] = useState('');
  const [roles, setRoles] = useState('');
  const { save, busy, problem } = useSave();
  const [shown, setShown] = useState<{ path: string; claims: string } | null>(null);
  const hasKey = keys.items.some((key) => key.revokedAt === null);
  const why = !on
    ? t('embedded_off')
    : !hasKey
      ? t('embed_key_missing')
      : as === 'anonymous' && (!report || !username.trim())
        ? t('embedding.try.needs')
        : null;
  const make = async () => {
    const list = roles.split(',').flatMap((each) => each.trim() || []);
    const identity = as === 'anonymous' ? { username: username.trim(), roles: list } : null;
    return call('POST /api/auth/embedding/try', { report, identity });
  };
  const start = async () => {
    if (!(await save(async () => setShown(await make())))) setShown(null);
  };
  return (
    <>
      <Row label={t('embedding.try.report')} labelId={ids.report}>
        <Select
          aria-labelledby={ids.report}
          data={choices.reports.map((each) => ({ value: each.id, label: each.title }))}
          value={report}
          onChange={setReport}
          searchable
          clearable
          placeholder={t('embedding.try.portal')}
          nothingFoundMessage={t('settings.relatorio_id.none')}
        />
      </Row>
      <Row label={t('embedding.try.as')} labelId={ids.as}>
        <Segmented
          label={t('embedding.try.as')}
          segments={[
            { value: 'me', label: t('embedding.try.me') },
            { value: 'anonymous', label: t('embedding.try.nobody') },
          ]}
          value={as}
          onChange={setAs}
        />
      </Row>
      {as === 'anonymous' && (
        <>
          <Row label={t('embedding.try.username')} labelId={ids.user}>
            <TextInput
              aria-labelledby={ids.user}
              maxLength={256}
              value={username}
              onChange={(event) => setUsername(event.currentTarget.value)}
            />
          </Row>
          <Row label={t('embedding.try.roles')} text={t('embedding.try.rolesText')} labelId={ids.roles}>
            <TextInput aria-labelledby={ids.roles} value={roles} onChange={(event) => setRoles(event.currentTarget.value)} />
          </Row>
        </>
      )}
      <div>
        <Button loading={busy} disabledReason={why} onClick={() => void start()}>
          {t('embedding.try.open')}
        </Button>
      </div>
      {problem && <Notice tone="err">{problem.text}</Notice>}
      {shown && <TryFrame key={shown.path} path={shown.path} claims={shown.claims} make={make} />}
    </>
  );
}

/** The frame, and the host page's part: answering requests for a new token. */
function TryFrame({ path, claims, make }: { path: string; claims: string; make: () => Promise<{ path: string }> }) {
  const { t } = useTranslation();
  const [frame, setFrame] = useState<HTMLIFrameElement | null>(null);
  // The frame asks for its token by a message, as it asks a customer's page.
  useEffect(() => {
    const onMessage = (event: MessageEvent<{ type?: string } | null>) => {
      if (!frame || event.source !== frame.contentWindow || event.data?.type !== 'mirante:token-wanted') return;
      make().then(
        (next) => frame.contentWindow?.postMessage({ type: 'mirante:token', token: next.path.split('/')[2] }, location.origin),
        () => undefined,
      );
    };
    addEventListener('message', onMessage);
    return () => removeEventListener('message', onMessage);
  }, [frame, make]);
  return (
    <>
      <pre className="embed-claims small">{claims}</pre>
      <iframe ref={setFrame} className="embed-try" src={path} title={t('embedding.try.frame')} />
    </>
  );
}
