import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../app/data/api-error.ts';
import { errorText } from '../../app/notices/notify.ts';
import { useWho } from '../../app/session/session.ts';
import { useTranslation } from '../../i18n.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { FormDrawer } from '../../ui/FormDrawer.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ListSkeleton } from '../../ui/Skeletons.tsx';
import { DecisionDrawer } from './DecisionDrawer.tsx';
import { requestQuery } from './queries.ts';
import { RequestFacts } from './RequestFacts.tsx';

type Props = { id: string; opened: boolean; onClose: () => void };

/** One request: the decision form for approvers, the outcome for everyone else. */
export function RequestDrawer({ id, opened, onClose }: Props) {
  const { t } = useTranslation();
  const me = useWho()?.user.id;
  const { data, error, refetch, isFetchedAfterMount } = useQuery(requestQuery(id));
  if (data && isFetchedAfterMount && data.mayDecide && (data.state === 'pending' || data.state === 'granted' || data.state === 'denied'))
    return <DecisionDrawer request={data} opened={opened} onClose={onClose} />;
  // Only deciders are sent the restriction: they would otherwise look for the buttons.
  const isOwn = data?.state === 'pending' && data.person.id === me && data.restriction !== null && !data.mayDecide;
  return (
    <FormDrawer
      opened={opened}
      title={t('catalogs.request')}
      text={data?.report?.title}
      dirty={false}
      readOnly
      onSubmit={() => undefined}
      onClose={onClose}
    >
      {error && !data ? (
        <ErrorState text={errorText(error)} requestId={error instanceof ApiError ? error.requestId : null} onRetry={() => void refetch()} />
      ) : data ? (
        <>
          {isOwn && <Notice tone="info">{t('catalog_own_request')}</Notice>}
          <RequestFacts request={data} />
        </>
      ) : (
        <ListSkeleton count={4} onRetry={() => void refetch()} />
      )}
    </FormDrawer>
  );
}
