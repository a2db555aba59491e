import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ExportFormat } from '../../../domain/exports/contract.ts';
import { maxPages } from '../../../domain/exports/limits.ts';
import type { ReportCard } from '../../../domain/reports/contract.ts';
import { useSetSearch } from '../../app/address/address.ts';
import { call } from '../../app/data/api.ts';
import { ApiError } from '../../app/data/api-error.ts';
import { errorText } from '../../app/notices/notify.ts';
import { TellAdministrator } from '../../app/notices/TellAdministrator.tsx';
import type { ViewerContext } from '../../app/parts/viewer-parts.ts';
import { useWho } from '../../app/session/session.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { SwitchRow } from '../../ui/SwitchRow.tsx';
import { mended } from './mended.ts';
import { PageChoice, type Pages } from './PageChoice.tsx';
import { refreshExports } from './queries.ts';
import { underWay } from './under-way.ts';
import './exports.css';

const formats: readonly ExportFormat[] = ['PDF', 'PPTX', 'PNG'];

type Props = { opened: boolean; onClose: () => void; context: ViewerContext; report: ReportCard };

/** The filters at the moment the dialog opened, so that the export matches what is visible behind it. */
function useCaptured(opened: boolean, capture: () => Promise<string | null>) {
  const [state, setState] = useState<string | null | undefined>(undefined);
  // The frame's state is outside React.
  useEffect(() => {
    if (!opened) return;
    let current = true;
    setState(undefined);
    void capture().then((captured) => current && setState(captured));
    return () => {
      current = false;
    };
  }, [opened, capture]);
  return state;
}

/** Requests a file of the report: format, this page or all, and whether to send it by e-mail too. */
export function ExportDialog({ opened, onClose, context, report }: Props) {
  const { t, language } = useTranslation();
  const client = useQueryClient();
  const setSearch = useSetSearch();
  const email = useWho()?.user.email ?? '';
  const [format, setFormat] = useState<ExportFormat>('PDF');
  const [wanted, setWanted] = useState<Pages>('all');
  const [mail, setMail] = useState(false);
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<{ text: string; code: string; requestId: string } | null>(null);
  const captured = useCaptured(opened, context.capture);
  const visible = context.pages.filter(({ hidden }) => !hidden);
  const tooMany = visible.length > maxPages;
  const pages: Pages = tooMany && context.page ? 'this' : wanted;
  const several = pages === 'all' && visible.length !== 1;

  const start = async () => {
    setSending(true);
    setProblem(null);
    try {
      const names = pages === 'this' && context.page ? [context.page.name] : [];
      await call('POST /api/auth/reports/{id}/exports', {
        ...{ id: report.id, format, pages: names, language },
        ...{ bookmark: captured ?? null, mail: mail ? 'S' : 'N' },
      });
      underWay.set(true);
      await refreshExports(client);
      onClose();
      setSearch({ exports: '1' });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (!error.handled) setProblem({ text: errorText(error), code: error.status, requestId: error.requestId ?? '' });
    } finally {
      setSending(false);
    }
  };

  return (
    <Dialog opened={opened} onClose={onClose} title={t('exports.title', { name: report.title })}>
      <form
        className="export-form"
        onSubmit={(event) => {
          event.preventDefault();
          void start();
        }}
      >
        <Segmented
          label={t('exports.format')}
          segments={formats.map((value) => ({ value, label: t(`exports.format.${value}`) }))}
          value={format}
          onChange={setFormat}
        />
        <PageChoice page={context.page} count={visible.length} tooMany={tooMany} value={pages} onChange={setWanted} />
        <SwitchRow label={t('exports.mail')} text={t('exports.mailText', { email })} checked={mail} onChange={setMail} />
        <div className="export-notes small muted">
          <p role="status">{t(captured === null ? 'exports.asMade' : 'exports.asNow')}</p>
          {context.facts?.watermark && <p>{t('exports.marked')}</p>}
          {format === 'PNG' && several && <p>{t('exports.many')}</p>}
        </div>
        {problem && (
          <Notice tone="err" title={t('exports.failedToStart')}>
            <p>{problem.text}</p>
            {mended.includes(problem.code) && (
              <TellAdministrator size="s" problem="export" report={report.id} code={problem.requestId || problem.code} />
            )}
          </Notice>
        )}
        <div className="dialog-actions">
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button kind="primary" type="submit" loading={sending || captured === undefined}>
            {t('exports.start', { format })}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
