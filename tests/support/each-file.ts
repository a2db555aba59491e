import { beginTestFile } from './test-file.ts';

// Runs before each test file, also where files share their modules.
beginTestFile();
