import type { Definition, PageInfo } from '../model/types.ts';
import { pageKinds } from '../model/types.ts';
import { h, type Json, on } from './dom.ts';
import { settingAt } from './settings.ts';
import { fill, type Texts } from './texts.ts';

// What the load config's `permissions` hold, bit by bit, and its `viewMode`, as the SDK names them.
const writeBit = 1;
const copyBit = 2;
const editMode = 1;
const longestName = 80;

export type Editing = ReturnType<typeof makeEditing>;
type Acts = {
  report(): string;
  token(): string;
  definition(): Definition | null;
  /** Shows the pages as they are now; with a name, that page. */
  show(page: string | null): void;
  emit(name: string, body: Json): void;
};

/** Changing a report in its frame: pages are added, named and removed, and saved in place or as a copy. */
export function makeEditing(acts: Acts) {
  let config: Json = {};
  let mayEdit = false;
  let isOn = false;
  let draft: PageInfo[] | null = null;

  const allows = (bit: number) => mayEdit && (Number(config.permissions ?? 0) & bit) !== 0;
  const pages = (): PageInfo[] => draft ?? acts.definition()?.pages ?? [];
  const visible = () => pages().filter(({ visibility }) => visibility === 0);

  const editing = {
    get isOn() {
      return isOn;
    },
    get isDirty() {
      return draft !== null;
    },
    get maySave() {
      return allows(writeBit);
    },
    get mayCopy() {
      return allows(copyBit);
    },

    start(loadConfig: Json): void {
      config = loadConfig;
      isOn = false;
      draft = null;
    },

    /** Lays the unsaved pages over what the server says; the first answer also says whether the report may be changed. */
    applied(definition: Definition, tokenMayEdit = mayEdit): Definition {
      mayEdit = tokenMayEdit;
      if (!mayEdit) isOn = false;
      return draft ? { ...definition, pages: draft } : definition;
    },

    /** Opens in edit mode when the load config asks for it and the token allows it. */
    open(): void {
      const wanted = config.viewMode ?? settingAt(config, 'settings', 'viewMode');
      isOn = wanted === editMode && allows(writeBit);
    },

    switchTo(mode: string): boolean {
      if (mode === 'edit' && !allows(writeBit)) return false;
      isOn = mode === 'edit';
      acts.show(null);
      return true;
    },

    add(displayName: string): PageInfo | null {
      if (!isOn) return null;
      const kind = pageKinds[1 + (pages().length % 3)] ?? 'regions';
      const made: PageInfo = {
        name: `ReportSection${crypto.randomUUID().replaceAll('-', '').slice(0, 20)}`,
        displayName: named(displayName),
        visibility: 0,
        kind,
      };
      draft = [...pages(), made];
      acts.show(made.name);
      return made;
    },

    rename(name: string, displayName: string): boolean {
      if (!isOn || !named(displayName) || !pages().some((page) => page.name === name)) return false;
      draft = pages().map((page) => (page.name === name ? { ...page, displayName: named(displayName) } : page));
      acts.show(null);
      return true;
    },

    /** The last visible page can't be removed. */
    remove(name: string): boolean {
      const found = pages().find((page) => page.name === name);
      if (!isOn || !found || (found.visibility === 0 && visible().length < 2)) return false;
      draft = pages().filter((page) => page !== found);
      acts.show(visible()[0]?.name ?? null);
      return true;
    },

    async save(): Promise<void> {
      const made = await send('save', { pages: pages() });
      if (!made) return;
      draft = null;
      acts.show(null);
      acts.emit('saved', { reportObjectId: made.id, reportName: made.name, saveAs: false });
    },

    async saveAs(name: string, targetWorkspaceId: string | null): Promise<void> {
      const made = await send('saveAs', { name, targetWorkspaceId, pages: pages() });
      if (made) acts.emit('saved', { reportObjectId: made.id, reportName: made.name, saveAs: true });
    },
  };

  async function send(verb: string, body: Json): Promise<{ id: string; name: string } | null> {
    const response = await fetch(`/embed/reports/${encodeURIComponent(acts.report())}/${verb}`, {
      method: 'POST',
      headers: { authorization: `EmbedToken ${acts.token()}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }).catch(() => null);
    if (response?.ok) return (await response.json()) as { id: string; name: string }; // because the other side of this call is ours
    const errorCode = String(response?.status ?? 0);
    acts.emit('error', { message: 'SaveReportFailed', detailedMessage: 'The report could not be saved', errorCode, level: 4 });
    return null;
  }

  return editing;
}

const named = (name: string): string => name.trim().slice(0, longestName);

/** The bar above a report in edit mode. */
export function editBar(editing: Editing, page: PageInfo, reportName: string, say: Texts): HTMLElement {
  const button = (key: string, label: string, run: () => unknown, isOff = false) =>
    on(h('button', { type: 'button', 'data-key': `edit/${key}`, disabled: isOff }, label), 'click', () => void run());
  const name = h('input', {
    type: 'text',
    value: page.displayName,
    maxlength: longestName,
    'aria-label': say.pageName,
    'data-key': 'edit/name',
  });
  on(name, 'change', () => {
    if (!editing.rename(page.name, name.value)) name.value = page.displayName;
  });
  return h(
    'div',
    { class: 'edit-bar', role: 'toolbar', 'aria-label': say.editing },
    h('strong', {}, say.editing),
    name,
    button('add', say.addPage, () => editing.add(say.newPage)),
    button('remove', say.deletePage, () => editing.remove(page.name)),
    h('span', { class: 'room', role: 'status' }, editing.isDirty ? say.unsaved : ''),
    button('save', say.save, editing.save, !editing.isDirty),
    editing.mayCopy ? button('copy', say.saveCopy, () => editing.saveAs(fill(say.copyName, { name: reportName }), null)) : null,
  );
}
