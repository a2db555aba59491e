import { Select, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { maxJustification, minJustification, wishedDays } from '../../../domain/catalogs/request.ts';
import { formatList } from '../../../domain/format/number.ts';
import { call } from '../../app/data/api.ts';
import { errorText } from '../../app/notices/notify.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Cover } from '../../ui/Cover.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { toast } from '../../ui/toast.ts';
import { type CatalogCard, refreshCatalogs } from './queries.ts';

type Props = { card: CatalogCard; opened: boolean; onClose: () => void };

/** Requests access to a report; names the approver before the user writes the reason. */
export function AskDialog({ card, opened, onClose }: Props) {
  const { t, language } = useTranslation();
  const client = useQueryClient();
  const [justification, setJustification] = useState('');
  const [days, setDays] = useState('');
  const [tried, setTried] = useState(false);
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const missing = minJustification - justification.trim().length;
  const names = card.deciders;
  const who =
    names.length === 0
      ? t('catalogs.decidesAdmin')
      : t('catalogs.decides', { names: formatList(language, names.slice(0, 2)), count: names.length });

  const send = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (missing > 0) return field.current?.focus();
    setSending(true);
    setProblem(null);
    try {
      await call('POST /api/auth/catalogs/{id}/requests', { id: card.id, justification, days: days ? Number(days) : null });
      refreshCatalogs(client);
      toast.success(t('catalogs.sent'), { text: t('catalogs.sentText') });
      onClose();
    } catch (error) {
      setProblem(errorText(error));
      refreshCatalogs(client);
    } finally {
      setSending(false);
    }
  };
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t('catalogs.ask')}
      text={`${card.title}. ${who}`}
      cover={
        <div className="catalog-dialog-cover" aria-hidden="true">
          <Cover
            seed={card.id}
            hue={card.group?.hue ?? 0}
            picture={card.cover.file && `/storage/${card.cover.file}`}
            kind={card.cover.kind}
          />
        </div>
      }
    >
      <form onSubmit={send} noValidate className="catalog-form">
        {problem && <Notice tone="err">{problem}</Notice>}
        <Textarea
          ref={field}
          data-autofocus
          label={t('catalogs.justification')}
          description={t('catalogs.justificationHelp', { count: minJustification })}
          value={justification}
          onChange={(event) => setJustification(event.currentTarget.value)}
          error={tried && missing > 0 ? t('catalogs.justificationShort', { count: missing }) : undefined}
          maxLength={maxJustification}
          autosize
          minRows={3}
          maxRows={8}
        />
        <Select
          label={t('catalogs.howLong')}
          data={[
            { value: '', label: t('catalogs.noEnd') },
            ...wishedDays.map((each) => ({ value: String(each), label: t('catalogs.days', { count: each }) })),
          ]}
          value={days}
          onChange={(value) => setDays(value ?? '')}
          allowDeselect={false}
          comboboxProps={{ zIndex: 320 }}
          withScrollArea={false}
        />
        <div className="dialog-actions">
          <p className="small muted catalog-told">{t('catalogs.weTell')}</p>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button kind="primary" type="submit" loading={sending}>
            {t('catalogs.send')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
