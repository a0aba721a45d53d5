// What only Chrome and Edge have; everything else goes through webextension-polyfill.
/// <reference types="chrome" />
