import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../app/data/api-error.ts';
import { errorText } from '../../app/notices/notify.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { IconServer } from '../../ui/icons.ts';
import { Notice } from '../../ui/Notice.tsx';
import { ListSkeleton } from '../../ui/Skeletons.tsx';
import { MailServerForm } from './MailServerForm.tsx';
import { mailServerQuery } from './queries.ts';

/** The mail server in use: the platform's, or the tenant's own with its form. */
export function MailServerPanel() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(mailServerQuery);
  const [adding, setAdding] = useState(false);
  if (error && !data) {
    return (
      <ErrorState text={errorText(error)} requestId={error instanceof ApiError ? error.requestId : null} onRetry={() => void refetch()} />
    );
  }
  if (!data) return <ListSkeleton count={5} onRetry={() => void refetch()} />;
  if (!data.server && !adding) {
    return (
      <Notice
        icon={IconServer}
        action={
          <Button size="s" onClick={() => setAdding(true)}>
            {t('mailServer.add')}
          </Button>
        }
      >
        {t('mailServer.none', { address: data.platform })}
      </Notice>
    );
  }
  return <MailServerForm key={data.server?.version ?? 0} server={data.server} onGone={() => setAdding(false)} />;
}
