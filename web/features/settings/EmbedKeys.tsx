import { Checkbox, TextInput } from '@mantine/core';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { toFlag } from '../../../domain/contract/flag.ts';
import type { EmbedKey } from '../../../domain/embedding/contract.ts';
import { maxKeys } from '../../../domain/embedding/limits.ts';
import { call } from '../../app/data/api.ts';
import { ApiError } from '../../app/data/api-error.ts';
import { useSave } from '../../app/data/use-save.ts';
import { Reading } from '../../app/layouts/Reading.tsx';
import { errorText } from '../../app/notices/notify.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { confirm } from '../../ui/confirm.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { IconPlus } from '../../ui/icons.ts';
import { toast } from '../../ui/toast.ts';
import { Card } from './AreaForm.tsx';
import { EmbedKeyRow } from './EmbedKeyRow.tsx';
import { KeyMade } from './KeyMade.tsx';
import { embedKeysQuery } from './loader.ts';

/** The signing keys of the tenant's server: several at a time, so that they can be rotated without a gap. */
export function EmbedKeys() {
  const { t } = useTranslation();
  return (
    <Card title={t('embedding.keys')}>
      <p className="small muted">{t('embedding.keys.text')}</p>
      <Reading>
        <Keys />
      </Reading>
    </Card>
  );
}

function Keys() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { data } = useSuspenseQuery(embedKeysQuery);
  const [adding, setAdding] = useState(false);
  const [made, setMade] = useState<{ id: string; secret: string } | null>(null);
  const living = data.items.filter((key) => key.revokedAt === null).length;
  const changed = () => client.invalidateQueries({ queryKey: ['settings'] });

  const getName = (key: EmbedKey) => (key.replacedAt ? `${key.name} (${t('embedding.keys.isReplaced')})` : key.name);
  const revoke = async (key: EmbedKey) => {
    const agreed = await confirm({
      title: t('embedding.keys.revokeAsk', { name: getName(key) }),
      text: t('embedding.keys.revokeText', { count: key.sessions }),
      yes: t('embedding.keys.revoke'),
      typed: key.name,
    });
    if (!agreed) return;
    try {
      await call('DELETE /api/auth/embedding/keys/{id}', { id: key.id });
      toast.success(t('embedding.keys.revoked', { name: getName(key) }));
    } catch (failure) {
      if (!(failure instanceof ApiError && failure.handled)) toast.error(errorText(failure));
    }
    await changed();
  };
  const rotate = async (key: EmbedKey) => {
    const agreed = await confirm({
      title: t('embedding.keys.rotateAsk', { name: key.name }),
      text: t('embedding.keys.rotateText'),
      yes: t('embedding.keys.rotate'),
    });
    if (!agreed) return;
    try {
      setMade(await call('POST /api/auth/embedding/keys/{id}/rotate', { id: key.id }));
    } catch (failure) {
      if (!(failure instanceof ApiError && failure.handled)) toast.error(errorText(failure));
    }
    await changed();
  };
  const full = living >= maxKeys ? t('embed_key_limit', { limit: maxKeys }) : null;
  return (
    <>
      {data.items.length === 0 && <p className="muted">{t('embedding.keys.none')}</p>}
      <ul className="plain-list embed-keys">
        {data.items.map((key) => (
          <EmbedKeyRow key={key.id} item={key} full={full} onRotate={() => void rotate(key)} onRevoke={() => void revoke(key)} />
        ))}
      </ul>
      <div>
        <Button icon={IconPlus} disabledReason={full} onClick={() => setAdding(true)}>
          {t('embedding.keys.add')}
        </Button>
      </div>
      <AddKey
        opened={adding}
        onClose={() => setAdding(false)}
        onMade={(key) => {
          setAdding(false);
          setMade(key);
          void changed();
        }}
      />
      <KeyMade made={made} host={data.host} onClose={() => setMade(null)} />
    </>
  );
}

type AddProps = { opened: boolean; onClose: () => void; onMade: (key: { id: string; secret: string }) => void };
function AddKey({ opened, onClose, onMade }: AddProps) {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const [wakes, setWakes] = useState(false);
  const { save, busy, problem } = useSave();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    await save(async () => {
      onMade(await call('POST /api/auth/embedding/keys', { name, wakes: toFlag(wakes) }));
      setName('');
      setWakes(false);
    });
  };
  return (
    <Dialog opened={opened} onClose={onClose} title={t('embedding.keys.add')} text={t('embedding.keys.addText')}>
      <form onSubmit={submit} noValidate>
        <TextInput
          data-autofocus
          label={t('embedding.keys.name')}
          placeholder={t('embedding.keys.namePlaceholder')}
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={problem?.text}
        />
        <Checkbox
          mt="sm"
          label={t('embedding.keys.wakes')}
          description={t('embedding.keys.wakesText')}
          checked={wakes}
          onChange={(event) => setWakes(event.currentTarget.checked)}
        />
        <div className="dialog-actions">
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button kind="primary" type="submit" loading={busy}>
            {t('embedding.keys.add')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
