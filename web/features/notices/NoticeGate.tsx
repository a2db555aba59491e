import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '../../app/data/api.ts';
import { useSave } from '../../app/data/use-save.ts';
import { leaveProviderToo } from '../../app/session/leave-provider-too.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { RichText } from '../../ui/RichText.tsx';
import { ownNoticesQuery, refreshNotices } from './queries.ts';
import { tones } from './tones.ts';
import './notices.css';

/**
 * What must be acknowledged, one notice after the other, before the user goes on. Neither Escape nor a press beside it closes the dialog:
 * both only bring the focus back. The way out is to acknowledge or to sign out.
 */
export function NoticeGate() {
  const { t } = useTranslation();
  const client = useQueryClient();
  // No suspense: the page stays beneath the dialog, and goes on if the notices can't be read.
  const { data } = useQuery({ ...ownNoticesQuery, refetchInterval: 60_000 });
  const [given, setGiven] = useState<ReadonlySet<string>>(new Set());
  const { save, busy, problem } = useSave();
  const button = useRef<HTMLButtonElement>(null);
  const waiting = (data?.items ?? []).filter(
    ({ id, mustAcknowledge, acknowledgedAt }) => mustAcknowledge && acknowledgedAt === null && !given.has(id),
  );
  const [notice] = waiting;
  if (!notice) return null;
  const acknowledge = () =>
    save(async () => {
      await call('POST /api/auth/notices/{id}/acknowledge', { id: notice.id });
      setGiven(new Set([...given, notice.id]));
      refreshNotices(client);
    });
  return (
    <Dialog key={notice.id} opened onClose={() => button.current?.focus()} title={notice.title} width={560} top>
      <div className={`notice-gate notice-gate-${tones[notice.severity]}`}>
        <RichText text={notice.body} />
      </div>
      {problem && <Notice tone="err">{problem.text}</Notice>}
      {waiting.length > 1 && <p className="muted small">{t('notices.gate.more', { count: waiting.length - 1 })}</p>}
      <div className="dialog-actions">
        <Button kind="text" className="first" onClick={leaveProviderToo}>
          {t('shell.leave')}
        </Button>
        <Button ref={button} kind="primary" loading={busy} onClick={() => void acknowledge()} data-autofocus>
          {t('notices.gate.acknowledge')}
        </Button>
      </div>
    </Dialog>
  );
}
