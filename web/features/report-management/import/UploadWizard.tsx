import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { largestUpload } from '../../../../domain/report-management/limits.ts';
import { call } from '../../../app/data/api.ts';
import { ApiError } from '../../../app/data/api-error.ts';
import { errorText } from '../../../app/notices/notify.ts';
import { useTranslation } from '../../../i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { IconFileUpload, IconUpload } from '../../../ui/icons.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { ProgressBar } from '../../../ui/ProgressBar.tsx';
import { useLeaveGuard } from '../../../ui/use-leave-guard.ts';
import { uploadsQuery } from '../loader.ts';
import { AudienceFields, startPlacing } from './AudienceFields.tsx';
import { sendParts } from './send-file.ts';
import { Uploads } from './Uploads.tsx';
import { type Source, WorkspacePicker } from './WorkspacePicker.tsx';
import './wizard.css';

type Conflict = 'abort' | 'overwrite' | 'create';
const accepted = '.pbix,.rdl';
const isReportFile = (name: string) => /\.(pbix|rdl)$/i.test(name);

/** Uploads a report file to a workspace and publishes the result; running uploads are listed below. */
export function UploadWizard({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [source, setSource] = useState<Source | null>(null);
  const [file, setFile] = useState<File | null>(null);
  const [name, setName] = useState('');
  const [placing, setPlacing] = useState(startPlacing);
  const [sent, setSent] = useState<number | null>(null);
  const [taken, setTaken] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const stop = useRef<AbortController | null>(null);
  useLeaveGuard(sent !== null);
  // An upload is external to React; it ends with the wizard.
  useEffect(() => () => stop.current?.abort(), []);

  const pick = (next: File | undefined) => {
    setProblem(null);
    setTaken(null);
    if (!next) return;
    if (!isReportFile(next.name)) return setProblem(t('manage.upload.wrongType'));
    if (next.size > largestUpload || next.size === 0) return setProblem(t('manage.upload.wrongSize'));
    setFile(next);
    setName(next.name);
  };

  const send = async (conflict: Conflict) => {
    if (!file || !source?.workspace) return;
    const control = new AbortController();
    const { signal } = control;
    stop.current = control;
    setProblem(null);
    setTaken(null);
    setSent(0);
    try {
      const begun = await call('POST /api/auth/management/uploads', {
        ...placing,
        ...{ accountId: source.accountId, workspaceId: source.workspace.id, name: name.trim(), bytes: file.size, conflict },
      });
      await sendParts(file, begun, { signal, onProgress: setSent });
      setFile(null);
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof ApiError && error.status === 'report_name_taken') setTaken(String(error.vars?.name ?? name));
      else setProblem(errorText(error));
    } finally {
      setSent(null);
      void client.invalidateQueries({ queryKey: uploadsQuery.queryKey });
    }
  };
  const nameWrong = file !== null && !isReportFile(name) ? t('manage.upload.wrongType') : undefined;
  const missing = !source?.workspace ? t('manage.import.needWorkspace') : !file ? t('manage.upload.needFile') : (nameWrong ?? null);
  return (
    <>
      <PageHeader
        title={t('manage.upload.title')}
        text={t('manage.upload.text')}
        actions={<Button onClick={onClose}>{t('ui.close')}</Button>}
      />
      <div className="manage-wizard">
        <WorkspacePicker source={source} onChange={setSource} />
        <DropZone file={file} onPick={pick} />
        {file && (
          <TextInput
            label={t('manage.upload.name')}
            description={t('manage.upload.nameHelp')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            value={name}
            onChange={(event) => {
              setName(event.currentTarget.value);
              setTaken(null);
            }}
            error={nameWrong}
            maxLength={125}
            autoComplete="off"
          />
        )}
        <AudienceFields placing={placing} onChange={setPlacing} />
        {problem && <Notice tone="err">{problem}</Notice>}
        {taken && (
          <Notice tone="warn" title={t('manage.upload.taken', { name: taken })} live>
            <p>{t('manage.upload.takenText')}</p>
            <div className="row row-wrap manage-go">
              <Button size="s" kind="primary" onClick={() => void send('overwrite')}>
                {t('manage.upload.overwrite')}
              </Button>
              <Button size="s" onClick={() => setTaken(null)}>
                {t('manage.upload.otherName')}
              </Button>
            </div>
          </Notice>
        )}
        {sent !== null && (
          <div className="manage-sending" role="status">
            <p className="small">{sent < 1 ? t('manage.upload.sending', { name }) : t('manage.upload.handing')}</p>
            <ProgressBar value={sent} label={t('manage.upload.sending', { name })} />
          </div>
        )}
        <div className="manage-wizard-foot">
          {sent !== null && <Button onClick={() => stop.current?.abort()}>{t('ui.cancel')}</Button>}
          <span className="push" />
          <Button kind="primary" icon={IconUpload} loading={sent !== null} disabledReason={missing} onClick={() => void send('abort')}>
            {t('manage.upload.send')}
          </Button>
        </div>
      </div>
      <Uploads />
    </>
  );
}

/** Choose a file with the button, or drop it here. */
function DropZone({ file, onPick }: { file: File | null; onPick: (file: File | undefined) => void }) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onPick(event.dataTransfer.files[0]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is optional; the button inside does the same.
    <div
      className="manage-drop"
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <IconFileUpload size={28} stroke={1.5} aria-hidden="true" />
      <p>{file ? <b>{file.name}</b> : t('manage.upload.drop')}</p>
      <Button onClick={() => input.current?.click()}>{t(file ? 'manage.upload.another' : 'manage.upload.choose')}</Button>
      <input
        ref={input}
        type="file"
        accept={accepted}
        hidden
        aria-label={t('manage.upload.choose')}
        onChange={(event) => {
          onPick(event.currentTarget.files?.[0]);
          event.currentTarget.value = '';
        }}
      />
      <p className="muted tiny">{t('manage.upload.limits')}</p>
    </div>
  );
}
