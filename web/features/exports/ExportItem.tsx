import { useMutation, useQueryClient } from '@tanstack/react-query';
import { isOn } from '../../../domain/contract/flag.ts';
import type { ExportFormat, ExportRow } from '../../../domain/exports/contract.ts';
import { formatDateTime } from '../../../domain/format/date.ts';
import { formatBytes } from '../../../domain/format/number.ts';
import { formatWhen } from '../../../domain/format/relative.ts';
import { call } from '../../app/data/api.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { toastError } from '../../app/notices/notify.ts';
import { TellAdministrator } from '../../app/notices/TellAdministrator.tsx';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { type Icon, IconDownload, IconFileTypePdf, IconFileTypePpt, IconPhoto, IconRefresh, IconTrash } from '../../ui/icons.ts';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { downloadFile } from './download-file.ts';
import { mended } from './mended.ts';
import { refreshExports } from './queries.ts';
import { underWay } from './under-way.ts';

const icons: Record<ExportFormat, Icon> = { PDF: IconFileTypePdf, PPTX: IconFileTypePpt, PNG: IconPhoto };

/** Runs an action of a row; the list is refetched whether or not it succeeded. */
function useChange() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: () => Promise<unknown>) => change(),
    onError: toastError,
    onSettled: () => refreshExports(client),
  });
}

function Facts({ row }: { row: ExportRow }) {
  const { t, language } = useTranslation();
  const zone = useZone();
  const active = row.state === 'queued' || row.state === 'running' || row.state === 'finishing';
  const facts = [
    row.pages > 0 ? t('exports.pageCount', { count: row.pages }) : t('exports.every'),
    row.bytes !== null && row.state === 'ready' ? formatBytes(language, row.bytes) : '',
    row.watermarked ? t('exports.withMark') : '',
    isOn(row.mail)
      ? t(active ? 'exports.mailing' : row.state === 'ready' || row.state === 'expired' ? 'exports.mailed' : 'exports.mailing')
      : '',
    formatWhen(language, new Date(row.createdAt), new Date(), zone),
  ];
  const isGone = row.state === 'failed' || row.state === 'cancelled';
  return <p className="small muted">{facts.filter((fact, index) => fact !== '' && !(isGone && index === 3)).join(' · ')}</p>;
}

/** The progress in words. */
function useStateWords(row: ExportRow): string {
  const { t, language } = useTranslation();
  const zone = useZone();
  if (row.state === 'queued' && row.ahead) return t('exports.ahead', { count: row.ahead });
  if (row.state === 'ready' && row.expiresAt) return t('exports.until', { at: formatDateTime(language, new Date(row.expiresAt), zone) });
  return t(`exports.state.${row.state}`, { percent: row.percent });
}

/** One export: its content, progress and actions. */
export function ExportItem({ row }: { row: ExportRow }) {
  const { t } = useTranslation();
  const change = useChange();
  const words = useStateWords(row);
  const { id, state, report: name, format } = row;
  const Glyph = icons[format];
  const active = state === 'queued' || state === 'running' || state === 'finishing';
  const again = state === 'failed' || state === 'cancelled' || state === 'expired';
  return (
    <li className="export-item" data-state={state}>
      <Glyph size={26} stroke={1.5} aria-hidden="true" />
      <div className="export-what">
        <p className="export-name">{name}</p>
        <Facts row={row} />
        {active && <ProgressBar value={row.percent / 100} label={`${name} ${format}`} />}
        <p className="small export-state" role="status">
          {words}
        </p>
        {row.error && state === 'failed' && (
          <>
            <p className="small export-fault">{t(`exports.fault.${row.error}`)}</p>
            {mended.includes(row.error) && <TellAdministrator size="s" problem="export" report={row.reportId} code={row.error} />}
          </>
        )}
      </div>
      <div className="export-tools">
        {state === 'ready' && (
          <Button
            size="s"
            kind="primary"
            icon={IconDownload}
            aria-label={t('exports.downloadOf', { name, format })}
            onClick={() => void downloadFile(id)}
          >
            {t('exports.download')}
          </Button>
        )}
        {again && (
          <Button
            size="s"
            icon={IconRefresh}
            aria-label={t('exports.retryOf', { name })}
            onClick={() =>
              change.mutate(async () => {
                await call('POST /api/auth/exports/{id}/retry', { id });
                underWay.set(true);
              })
            }
          >
            {t('exports.retry')}
          </Button>
        )}
        {active && (
          <Button
            size="s"
            aria-label={t('exports.cancelOf', { name })}
            onClick={() => change.mutate(() => call('POST /api/auth/exports/{id}/cancel', { id }))}
          >
            {t('exports.cancel')}
          </Button>
        )}
        {!active && (
          <IconButton
            icon={IconTrash}
            label={t('exports.removeOf', { name })}
            onClick={() => change.mutate(() => call('DELETE /api/auth/exports/{id}', { id }))}
          />
        )}
      </div>
    </li>
  );
}
