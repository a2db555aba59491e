import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../..', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
const getStyle = (part: string) => new URL(`node_modules/@mantine/core/styles/${part}.layer.css`, root);
const listed = (file: string) => [...read(file).matchAll(/@mantine\/core\/styles\/(\w+)\.layer\.css/g)].map((match) => match[1] ?? '');

// The styles a component needs besides its own; components without their own style are listed too.
const PARTS: Record<string, readonly string[]> = {
  TextInput: ['Input'],
  Textarea: ['Input'],
  PasswordInput: ['Input', 'PasswordInput', 'ActionIcon'],
  PinInput: ['PinInput', 'Input', 'Group'],
  Select: ['Combobox', 'Input', 'ScrollArea', 'Popover', 'CloseButton'],
  Autocomplete: ['Combobox', 'Input', 'ScrollArea', 'Popover', 'CloseButton'],
  MultiSelect: ['Combobox', 'Input', 'ScrollArea', 'Popover', 'CloseButton', 'Pill', 'PillsInput'],
  TagsInput: ['Combobox', 'Input', 'ScrollArea', 'Popover', 'CloseButton', 'Pill', 'PillsInput'],
  Checkbox: ['Checkbox', 'InlineInput'],
  Radio: ['Radio', 'InlineInput'],
  Switch: ['Switch', 'InlineInput'],
  Menu: ['Menu', 'Popover'],
  Modal: ['Modal', 'ModalBase', 'Overlay', 'Paper'],
  Drawer: ['Drawer', 'ModalBase', 'Overlay', 'Paper'],
  ColorInput: ['ColorInput', 'ColorPicker', 'ColorSwatch', 'Input', 'Popover'],
};

function usedIn(source: string): string[] {
  const names = [...source.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)].flatMap((match) => (match[1] ?? '').split(','));
  const components = names.map((name) => name.trim()).filter((name) => /^[A-Z]/.test(name));
  return components.flatMap((name) => PARTS[name] ?? (existsSync(getStyle(name)) ? [name] : []));
}

test('every Mantine component in use has its styles in one of the two lists', () => {
  const styles = new Set([...listed('web/ui/styles-entry.ts'), ...listed('web/ui/styles-app.ts')]);
  const files = globSync('web/**/*.tsx', { cwd: root });
  expect(files.length).toBeGreaterThan(20);
  const missing = files.flatMap((file) =>
    usedIn(read(file))
      .filter((part) => !styles.has(part))
      .map((part) => `${file}: ${part}`),
  );
  expect(missing).toEqual([]);
});

test('a component without styles is found', () => {
  expect(usedIn("import { Accordion, type MantineTheme } from '@mantine/core';")).toEqual(['Accordion']);
  expect(usedIn("import { TextInput } from '@mantine/core';")).toEqual(['Input']);
});

test('every listed style exists', () => {
  const styles = [...listed('web/ui/styles-entry.ts'), ...listed('web/ui/styles-app.ts')];
  expect(styles.filter((part) => !existsSync(getStyle(part)))).toEqual([]);
});

test('our own styles use only colours of the theme', () => {
  const files = globSync('web/ui/**/*.css', { cwd: root });
  // White on the destructive red, and shadows, are the same in every theme.
  const allowed = /^(#fff|#7a0b12)$/;
  const foreign = files.flatMap((file) =>
    (read(file).match(/#[0-9a-f]{3,8}\b/gi) ?? []).filter((color) => !allowed.test(color)).map((color) => `${file}: ${color}`),
  );
  expect(foreign).toEqual([]);
});
