import { useQuery } from '@tanstack/react-query';
import type { GrantWire } from '../../../domain/report-access/draft.ts';
import { call } from '../../app/api.ts';
import { ApiError } from '../../app/api-error.ts';
import { useTranslation } from '../../app/i18n.ts';
import { errorText } from '../../app/notify.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { ListSkeleton } from '../../ui/Skeletons.tsx';
import { PreviewFrame } from '../reports/index.ts';
import type { OneRequest } from './queries.ts';
import './catalogs.css';

type Props = { request: OneRequest; wire: GrantWire; opened: boolean; onClose: () => void };

/** The report as the person who asks would see it under what the form says now. */
export function PreviewDialog({ request, wire, opened, onClose }: Props) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery({
    queryKey: ['catalogs', 'preview', request.id, wire.identity, wire.filters],
    queryFn: () => call('POST /api/auth/catalog-requests/{id}/preview', { id: request.id, identity: wire.identity, filters: wire.filters }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
  const as = data?.identity
    ? [data.identity.username, data.identity.roles.join(', ')].filter(Boolean).join(' · ')
    : t('catalogs.previewPlain');
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t('catalogs.preview', { name: request.person.name })}
      text={data && t('catalogs.previewAs', { identity: as })}
      width={980}
      top
    >
      {error && (
        <ErrorState text={errorText(error)} requestId={error instanceof ApiError ? error.requestId : null} onRetry={() => void refetch()} />
      )}
      {!data && !error && <ListSkeleton count={4} onRetry={() => void refetch()} />}
      {data && <PreviewFrame embed={data.embed} />}
      <div className="dialog-actions">
        <Button kind="primary" onClick={onClose}>
          {t('ui.close')}
        </Button>
      </div>
    </Dialog>
  );
}
