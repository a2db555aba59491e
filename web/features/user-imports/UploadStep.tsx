import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { largestFile } from '../../../domain/user-imports/limits.ts';
import { type CallOutput, call } from '../../app/data/api.ts';
import { sendFile } from '../../app/data/upload.ts';
import { useConfig } from '../../app/data/use-config.ts';
import { toastError } from '../../app/notices/notify.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { IconArrowRight, IconBuildings, IconDownload, IconFileUpload, IconShieldCheck } from '../../ui/icons.ts';
import { Notice } from '../../ui/Notice.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { ProveAccount } from '../two-factor/index.ts';
import { HeaderChoice } from './HeaderChoice.tsx';
import { ImportHistory } from './ImportHistory.tsx';
import { unitsQuery } from './loader.ts';
import { refreshImport, type UserImport } from './queries.ts';
import { saveFile } from './save-file.ts';
import { UnitPicker } from './UnitPicker.tsx';
import type { Address } from './use-import-address.ts';
import { refusalText } from './words.ts';

type Kept = CallOutput<'PUT /api/auth/user-imports/file'>;
type Props = { whole: UserImport | null; address: Address };

/** The source of the users: a file, with a template to start from, or another unit; unfinished imports are listed below. */
export function UploadStep({ whole, address }: Props) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const [sent, setSent] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [picking, setPicking] = useState(false);
  const stop = useRef<AbortController | null>(null);
  // An upload is external to React; it ends with the step.
  useEffect(() => () => stop.current?.abort(), []);

  const send = async (next: File, sheet?: string) => {
    setProblem(null);
    setFile(next);
    if (next.size > largestFile) return setProblem(t('userImport.refused.size'));
    const control = new AbortController();
    stop.current = control;
    setSent(0);
    const query = new URLSearchParams({
      name: next.name.slice(0, 200),
      ...(sheet ? { sheet } : {}),
      ...(whole ? { replaces: whole.id } : {}),
    });
    try {
      // because the Worker parses every answer with the contract's own schema before it leaves
      const kept = (await sendFile(`/api/auth/user-imports/file?${query}`, next, {
        signal: control.signal,
        onProgress: (bytes) => setSent(bytes / next.size),
      })) as Kept;
      const replaced = whole && whole.id !== kept.id ? whole.id : undefined;
      void refreshImport(client, replaced);
      const step = kept.state === 'mapping' ? (sheet ? 1 : 2) : kept.state === 'review' ? 3 : 4;
      address.go(step, { id: kept.id, replace: replaced !== undefined });
    } catch (error) {
      if (!control.signal.aborted) setProblem(refusalText(t, error));
    } finally {
      setSent(null);
    }
  };
  if (picking) return <UnitPicker onClose={() => setPicking(false)} onDone={(id) => address.go(2, { id })} />;
  return (
    <>
      <div className="import-upload">
        <DropZone name={file?.name ?? null} onPick={(next) => next && void send(next)} />
        {sent !== null && file && (
          <div className="import-sending" role="status">
            <p className="small">{sent < 1 ? t('userImport.sending', { name: file.name }) : t('userImport.reading')}</p>
            <ProgressBar value={sent} label={t('userImport.sending', { name: file.name })} />
            <Button size="s" onClick={() => stop.current?.abort()}>
              {t('ui.cancel')}
            </Button>
          </div>
        )}
        {problem && <Notice tone="err">{problem}</Notice>}
        {whole?.source === 'file' && (
          <HeaderChoice whole={whole} onSheet={file && whole.sheets.length > 1 ? (sheet) => void send(file, sheet) : null} />
        )}
        {whole && (
          <div className="import-foot">
            <span className="push" />
            <Button kind="primary" icon={IconArrowRight} onClick={() => address.go(2)}>
              {t('userImport.toMap')}
            </Button>
          </div>
        )}
        <Model />
        <FromUnit onPick={() => setPicking(true)} />
      </div>
      <ImportHistory address={address} />
    </>
  );
}

function DropZone({ name, onPick }: { name: string | null; onPick: (file: File | undefined) => void }) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const hold = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is optional; the button inside does the same.
    <div
      className="import-drop"
      data-over={over || undefined}
      onDragOver={hold}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onPick(event.dataTransfer.files[0]);
      }}
    >
      <IconFileUpload size={28} stroke={1.5} aria-hidden="true" />
      <p>{name ? <b>{name}</b> : t('userImport.drop')}</p>
      <Button kind="primary" onClick={() => input.current?.click()}>
        {t('userImport.choose')}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,.xlsx,text/csv"
        hidden
        aria-label={t('userImport.choose')}
        onChange={(event) => {
          onPick(event.currentTarget.files?.[0]);
          event.currentTarget.value = '';
        }}
      />
      <p className="muted tiny">{t('userImport.limits')}</p>
    </div>
  );
}

function Model() {
  const { t } = useTranslation();
  const [busy, setBusy] = useState<'csv' | 'xlsx' | null>(null);
  const fetchModel = async (format: 'csv' | 'xlsx') => {
    setBusy(format);
    try {
      saveFile(await call('GET /api/auth/user-imports/template', { format }));
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(null);
    }
  };
  return (
    <section className="import-way">
      <div>
        <h2>{t('userImport.template')}</h2>
        <p className="muted small">{t('userImport.templateText')}</p>
      </div>
      <div className="row row-wrap">
        <Button size="s" icon={IconDownload} loading={busy === 'xlsx'} onClick={() => void fetchModel('xlsx')}>
          {t('userImport.templateXlsx')}
        </Button>
        <Button size="s" icon={IconDownload} loading={busy === 'csv'} onClick={() => void fetchModel('csv')}>
          {t('userImport.templateCsv')}
        </Button>
      </div>
    </section>
  );
}

/** Where the unit does not allow it, the option is shown disabled with the reason. */
function FromUnit({ onPick }: { onPick: () => void }) {
  const { t } = useTranslation();
  // No suspense: a file can be chosen before the units are known.
  const { data } = useQuery(unitsQuery);
  const { prove_account: prove } = useConfig();
  const [proving, setProving] = useState(false);
  const closed = !data?.allowed ? t('userImport.fromUnitOff') : data.units.length === 0 ? t('userImport.fromUnitNone') : null;
  return (
    <section className="import-way">
      <div>
        <h2>{t('userImport.fromUnit')}</h2>
        <p className="muted small">{data && closed ? closed : t('userImport.fromUnitText')}</p>
      </div>
      <Button size="s" icon={IconBuildings} disabledReason={data ? closed : t('ui.loading')} onClick={onPick}>
        {t('userImport.pickUnit')}
      </Button>
      {data?.allowed && prove && (
        <Button size="s" icon={IconShieldCheck} onClick={() => setProving(true)}>
          {t('proof.title')}
        </Button>
      )}
      <Dialog opened={proving} onClose={() => setProving(false)} title={t('userImport.fromUnit')}>
        <ProveAccount onProven={() => setProving(false)} />
      </Dialog>
    </section>
  );
}
