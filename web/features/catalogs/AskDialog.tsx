import { Select, Textarea } from '@mantine/core';
import { type FormEvent, useRef } from 'react';
import { maxJustification, minJustification, wishedDays } from '../../../domain/catalogs/request.ts';
import { formatList } from '../../../domain/format/number.ts';
import { call } from '../../app/data/api.ts';
import { useSave } from '../../app/data/use-save.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Cover } from '../../ui/Cover.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { toast } from '../../ui/toast.ts';
import { useForm } from '../../ui/use-form.ts';
import { type CatalogCard, refreshCatalogs } from './queries.ts';

type Props = { card: CatalogCard; opened: boolean; onClose: () => void };

/** Requests access to a report; names the approver before the user writes the reason. */
export function AskDialog({ card, opened, onClose }: Props) {
  const { t, language } = useTranslation();
  const form = useForm({
    start: { justification: '', days: '' },
    problems({ justification }) {
      const missing = minJustification - justification.trim().length;
      return missing > 0 ? { justification: t('catalogs.justificationShort', { count: missing }) } : {};
    },
  });
  const { draft, set } = form;
  const { save, busy, problem } = useSave({ refresh: refreshCatalogs });
  const field = useRef<HTMLTextAreaElement>(null);
  const names = card.deciders;
  const who =
    names.length === 0
      ? t('catalogs.decidesAdmin')
      : t('catalogs.decides', { names: formatList(language, names.slice(0, 2)), count: names.length });

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (!form.check()) return field.current?.focus();
    await save(async () => {
      const { justification, days } = draft;
      await call('POST /api/auth/catalogs/{id}/requests', { id: card.id, justification, days: days ? Number(days) : null });
      toast.success(t('catalogs.sent'), { text: t('catalogs.sentText') });
      onClose();
    });
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
        {problem && <Notice tone="err">{problem.text}</Notice>}
        <Textarea
          ref={field}
          data-autofocus
          label={t('catalogs.justification')}
          description={t('catalogs.justificationHelp', { count: minJustification })}
          value={draft.justification}
          onChange={(event) => set('justification', event.currentTarget.value)}
          error={form.getError('justification')}
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
          value={draft.days}
          onChange={(value) => set('days', value ?? '')}
          allowDeselect={false}
          comboboxProps={{ zIndex: 320 }}
          withScrollArea={false}
        />
        <div className="dialog-actions">
          <p className="small muted catalog-told">{t('catalogs.weTell')}</p>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button kind="primary" type="submit" loading={busy}>
            {t('catalogs.send')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
