import { Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { longest } from '../../../domain/remote-access/limits.ts';
import { ApiError } from '../../app/api-error.ts';
import { useTranslation } from '../../app/i18n.ts';
import { errorText } from '../../app/notify.ts';
import { useWho } from '../../app/session.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { FormDrawer } from '../../ui/FormDrawer.tsx';
import { ListSkeleton } from '../../ui/Skeletons.tsx';
import { type OneRemote, remoteQuery } from './queries.ts';
import { RemoteFacts } from './RemoteFacts.tsx';
import { RequestModal } from './RequestModal.tsx';
import { useDecide } from './use-remote-actions.ts';

function Decision({ request }: { request: OneRemote }) {
  const { t } = useTranslation();
  const who = useWho();
  const decide = useDecide();
  const [reason, setReason] = useState('');
  const [choosing, setChoosing] = useState(false);
  const [busy, setBusy] = useState(false);
  const isPerson = request.person?.id === who?.user.id;
  const answer = async (action: 'allow' | 'refuse') => {
    setBusy(true);
    await decide(request.id, action, action === 'refuse' ? { reason } : {});
    setBusy(false);
  };
  if (isPerson)
    return (
      <>
        <Button kind="primary" onClick={() => setChoosing(true)}>
          {t('remote.decide')}
        </Button>
        {choosing && <RequestModal request={request} onLater={() => setChoosing(false)} />}
      </>
    );
  return (
    <section className="remote-decision" aria-label={t('remote.decide')}>
      <p className="small muted">{t('remote.admin.text')}</p>
      <Textarea
        autosize
        minRows={2}
        label={t('remote.refusal')}
        value={reason}
        maxLength={longest.refusal}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <div className="dialog-actions">
        <Button kind="danger" loading={busy} onClick={() => void answer('refuse')}>
          {t('remote.refuse')}
        </Button>
        <Button kind="primary" loading={busy} onClick={() => void answer('allow')}>
          {t('remote.authorize')}
        </Button>
      </div>
    </section>
  );
}

/** One request or past session: the facts, what was opened and changed, and the decision of whoever has it. */
export function RemoteDrawer({ id, opened, onClose }: { id: string; opened: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(remoteQuery(id));
  const decide = useDecide();
  return (
    <FormDrawer
      opened={opened}
      title={data ? t(`remote.kind.${data.kind}`) : t('remote.title')}
      text={data?.asker.name}
      dirty={false}
      readOnly
      onSubmit={() => undefined}
      onClose={onClose}
      aside={
        data?.mine.end && (
          <Button kind="danger" onClick={() => void decide(id, 'end')}>
            {t('remote.end')}
          </Button>
        )
      }
    >
      {error && !data ? (
        <ErrorState text={errorText(error)} requestId={error instanceof ApiError ? error.requestId : null} onRetry={() => void refetch()} />
      ) : data ? (
        <>
          {data.mine.decide && <Decision request={data} />}
          <RemoteFacts request={data} />
        </>
      ) : (
        <ListSkeleton count={4} onRetry={() => void refetch()} />
      )}
    </FormDrawer>
  );
}
