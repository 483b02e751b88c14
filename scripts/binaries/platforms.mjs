// What each executable is made of. Versions and sums are written here, so that the registry cannot change them.

/** The engine's version, of all platforms. */
export const BUN = "1.4.5";

/**
 * By the name in the file's name: the engine's package (@oven/bun-<engine>) with its sum, and the build of the keyring that
 * fits, whose sum is in package-lock.json. "baseline" also runs on processors without AVX2.
 */
export const PLATFORMS = {
  "linux-x64": {
    engine: "linux-x64-baseline",
    integrity: "sha512-s8yMwYcFnnrA178gji0gZbkE2WVDej/Ti1x770oPfihxyRxSMNhGhiAQNXV53aDeraZxksdvKV/RAdQBCd0qPA==",
    keyring: "linux-x64-gnu",
  },
  "linux-x64-musl": {
    engine: "linux-x64-musl-baseline",
    integrity: "sha512-cWJhU8h0+MiUgpSt99sQhjxLIIosKEcKYdtKddohokUvAuN6jKOy7g7+QDTZTXtwHxz93wL3BX+L6wXVPDUH3A==",
    keyring: "linux-x64-musl",
  },
  "linux-arm64": {
    engine: "linux-aarch64",
    integrity: "sha512-4BXmsSKnjOrlGWqZV4x/oWa7AVoR+B6lCXddMzOAXBIm3t50eslg9wb66gmtW1AamEQ1l1CDvmmruysEhqOWMg==",
    keyring: "linux-arm64-gnu",
  },
  "linux-arm64-musl": {
    engine: "linux-aarch64-musl",
    integrity: "sha512-XCNc+WvvMAdNNb+OWTogpy+N9wm62fkVeEVLb6how0RZhW5LPi6c7BlkeVCuWps7XjEl2saFpHFa20/1E+PAHg==",
    keyring: "linux-arm64-musl",
  },
  "darwin-x64": {
    engine: "darwin-x64-baseline",
    integrity: "sha512-zqfLA5A4B+hYMh5WYzYSot3uZ06FzhdP0OEwQisEzdirYtXGj5cQFlfy31BGfNsAsk1Gd/w/OxJ/jqqJ3cMclw==",
    keyring: "darwin-x64",
  },
  "darwin-arm64": {
    engine: "darwin-aarch64",
    integrity: "sha512-4MIFXHmctH2EhAxLXm2/qxNtv17dFtLJylvaOCsrgq6KSqHTs6eW5YSrJjRbJxYUJaR901fsN8JfZOa+CsWpWQ==",
    keyring: "darwin-arm64",
  },
  "windows-x64": {
    engine: "windows-x64-baseline",
    integrity: "sha512-/U3Dc74uGqE6EUqef7mPtg9KwJs7iJH4JHRMfIZIn18MrJh6Xz4gVvWDXRvzCL2j8wPlTnJVyrO4n7Qq4uM7TQ==",
    keyring: "win32-x64-msvc",
  },
};

export const suffixOf = (platform) => (platform.startsWith("windows-") ? ".exe" : "");
