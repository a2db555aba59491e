import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { formatWhen } from '../../../../domain/format/relative.ts';
import type { UploadRow } from '../../../../domain/report-management/import-contract.ts';
import { call } from '../../../app/data/api.ts';
import { useZone } from '../../../app/data/use-zone.ts';
import { errorText, toastError } from '../../../app/notices/notify.ts';
import { useTranslation } from '../../../i18n.ts';
import { Badge, type Tone } from '../../../ui/Badge.tsx';
import { ButtonLink } from '../../../ui/Button.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { IconX } from '../../../ui/icons.ts';
import { SectionHeader } from '../../../ui/PageHeader.tsx';
import { uploadsQuery } from '../loader.ts';
import { managePath } from '../paths.ts';
import { refreshReports } from '../queries.ts';

const askedEveryMs = 3_000;
const tones: Record<UploadRow['state'], Tone> = {
  uploading: 'neutral',
  publishing: 'info',
  done: 'ok',
  failed: 'err',
  cancelled: 'neutral',
};

/** Running and recent uploads: after a tab was closed, its uploads are found here, and following them completes them. */
export function Uploads() {
  const { t } = useTranslation();
  // No suspense: below the form, once there are any.
  const { data } = useQuery(uploadsQuery);
  if (!data || data.items.length === 0) return null;
  return (
    <section className="manage-uploads">
      <SectionHeader title={t('manage.uploads.title')} />
      <ul className="plain-list manage-ticks">
        {data.items.map((upload) => (
          <UploadLine key={upload.id} upload={upload} />
        ))}
      </ul>
    </section>
  );
}

function UploadLine({ upload }: { upload: UploadRow }) {
  const { t, language } = useTranslation();
  const zone = useZone();
  const client = useQueryClient();
  const [problem, setProblem] = useState<string | null>(null);
  const { id, state } = upload;
  // The service doesn't report the end of an import, so it is polled; time is external to React.
  useEffect(() => {
    if (state !== 'publishing') return;
    let ended = false;
    const ask = async () => {
      try {
        const now = await call('POST /api/auth/management/uploads/{id}/follow', { id });
        setProblem(null);
        if (now.state === 'publishing') return;
        await client.invalidateQueries({ queryKey: uploadsQuery.queryKey });
        refreshReports(client);
      } catch (error) {
        if (!ended) setProblem(errorText(error));
      }
    };
    void ask();
    const timer = setInterval(() => void ask(), askedEveryMs);
    return () => {
      ended = true;
      clearInterval(timer);
    };
  }, [id, state, client]);
  const drop = async () => {
    try {
      await call('DELETE /api/auth/management/uploads/{id}', { id });
    } catch (error) {
      toastError(error);
    }
    void client.invalidateQueries({ queryKey: uploadsQuery.queryKey });
  };
  const [report] = upload.reportIds;
  return (
    <li className="manage-upload">
      <span className="manage-upload-words">
        <b>{upload.name}</b>
        <span className="muted tiny">
          {[upload.addedBy, formatWhen(language, new Date(upload.addedAt), new Date(), zone)].filter(Boolean).join(' · ')}
        </span>
        {(upload.error || problem) && (
          <span className="small manage-error">{problem ?? t('manage.uploads.refused', { answer: upload.error ?? '' })}</span>
        )}
        {state === 'uploading' && <span className="muted small">{t('manage.uploads.broken')}</span>}
      </span>
      <span className="push row" role="status">
        <Badge tone={tones[state]}>{t(`manage.uploads.${state}`)}</Badge>
      </span>
      {report && (
        <ButtonLink size="s" href={managePath(report)}>
          {t('manage.uploads.open')}
        </ButtonLink>
      )}
      <IconButton icon={IconX} label={t('manage.uploads.drop', { name: upload.name })} onClick={() => void drop()} />
    </li>
  );
}
