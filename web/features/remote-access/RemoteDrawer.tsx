import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../app/data/api-error.ts';
import { errorText } from '../../app/notices/notify.ts';
import { useWho } from '../../app/session/session.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { FormDrawer } from '../../ui/FormDrawer.tsx';
import { ListSkeleton } from '../../ui/Skeletons.tsx';
import { DecideForm } from './DecideForm.tsx';
import { type OneRemote, remoteQuery } from './queries.ts';
import { RemoteFacts } from './RemoteFacts.tsx';
import { useDecide } from './use-remote-actions.ts';

function Decision({ request }: { request: OneRemote }) {
  const { t } = useTranslation();
  const me = useWho()?.user.id;
  const gate = request.awaits.person && request.person?.id === me ? 'person' : 'admin';
  return (
    <section aria-label={t('remote.decide')}>
      <DecideForm request={{ ...request, gate }} />
    </section>
  );
}

/** One request or past visit: the facts, what was opened and changed, and the form for the user who decides. */
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
          <RemoteFacts request={data} />
          {data.mine.decide && <Decision request={data} />}
        </>
      ) : (
        <ListSkeleton count={4} onRetry={() => void refetch()} />
      )}
    </FormDrawer>
  );
}
