import { Select, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { maxTokenNameLength, type TokenLife, tokenLives } from '../../../domain/scim/limits.ts';
import { call } from '../../app/data/api.ts';
import { useSave } from '../../app/data/use-save.ts';
import { useDrawerGuard } from '../../app/shell/drawer-guard.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { FormDrawer } from '../../ui/FormDrawer.tsx';
import { toast } from '../../ui/toast.ts';
import { refreshScim, type Token, type TokenProvider } from './queries.ts';

type Props = { /** Null creates one. */ token: Token | null; providers: readonly TokenProvider[]; opened: boolean; onClose: () => void };
const aboveDrawer = { zIndex: 320 };
const getKey = ({ kind, issuer }: Pick<TokenProvider, 'kind' | 'issuer'>) => `${kind} ${issuer}`;
/** The tenant's providers, plus the token's own one if it was deleted. */
const getChoices = (providers: readonly TokenProvider[], tied: Token['provider']) => [
  ...providers.map((each) => ({ value: getKey(each), label: each.name })),
  ...(tied && !providers.some((each) => getKey(each) === getKey(tied)) ? [{ value: getKey(tied), label: tied.issuer }] : []),
];

/** Creates a token and shows it only once, or renames one. */
export function TokenDrawer({ token, providers, opened, onClose: shut }: Props) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [name, setName] = useState(token?.name ?? '');
  const tiedTo = token?.provider ? getKey(token.provider) : null;
  const [tie, setTie] = useState<string | null>(tiedTo);
  const [life, setLife] = useState<TokenLife>('d365');
  const [missing, setMissing] = useState(false);
  const { save, busy, problem, clear } = useSave();
  const [secret, setSecret] = useState<string | null>(null);
  const dirty = secret === null && (name !== (token?.name ?? '') || tie !== tiedTo);
  const { leave } = useDrawerGuard(opened, dirty);
  const onClose = () => leave(shut);
  const submit = async () => {
    clear();
    setMissing(name.trim() === '');
    if (name.trim() === '') return;
    const chosen = providers.find((each) => getKey(each) === tie);
    const provider = chosen ? { kind: chosen.kind, issuer: chosen.issuer } : null;
    await save(async () => {
      if (token) {
        await call('PUT /api/auth/scim/update', { id: token.id, version: token.version, name, ...(tie !== tiedTo && { provider }) });
        toast.success(t('scim.saved'));
        onClose();
      } else setSecret((await call('POST /api/auth/scim/add', { name, life, provider })).token);
      refreshScim(client);
    });
  };
  return (
    <>
      <FormDrawer
        opened={opened && secret === null}
        title={t(token ? 'scim.token.rename' : 'scim.token.new')}
        dirty={dirty}
        saving={busy}
        submitLabel={t(token ? 'ui.save' : 'scim.token.make')}
        problem={problem?.text}
        onSubmit={submit}
        onClose={onClose}
      >
        <TextInput
          data-autofocus
          label={t('scim.token.name')}
          description={t('scim.token.nameHelp')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={name}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setMissing(false);
          }}
          error={missing ? t('ui.form.required', { name: t('scim.token.name') }) : undefined}
          maxLength={maxTokenNameLength}
          autoComplete="off"
        />
        {(providers.length > 0 || tiedTo !== null) && (
          <Select
            label={t('scim.token.provider')}
            description={t('scim.token.providerHelp')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            placeholder={t('scim.token.noProvider')}
            data={getChoices(providers, token?.provider ?? null)}
            value={tie}
            onChange={setTie}
            clearable
            comboboxProps={aboveDrawer}
          />
        )}
        {!token && (
          <Select
            label={t('scim.token.life')}
            data={tokenLives.map((value) => ({ value, label: t(`scim.life.${value}`) }))}
            value={life}
            onChange={(value) => setLife(tokenLives.find((each) => each === value) ?? life)}
            allowDeselect={false}
            comboboxProps={aboveDrawer}
          />
        )}
      </FormDrawer>
      <Dialog
        opened={opened && secret !== null}
        onClose={onClose}
        title={t('scim.token.once', { name })}
        text={t('scim.token.onceText')}
        top
      >
        <p className="scim-secret mono small">{secret}</p>
        <div className="dialog-actions">
          <CopyButton text={secret ?? ''} boxed>
            {t('scim.token.copy')}
          </CopyButton>
          <Button kind="primary" onClick={onClose}>
            {t('ui.close')}
          </Button>
        </div>
      </Dialog>
    </>
  );
}
