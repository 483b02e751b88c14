/** How a published site looks. The interface cannot change it, so every site looks the same. */
import { ORIGIN } from "../origin.js";

const inBothModes = (color: string) => ({ light: color, dark: color });
/** Nothing is served there, as with all addresses of published sites. */
const picture = (name: string) => ({
  light: `${ORIGIN}/published/looks/${name}-light.svg`,
  dark: `${ORIGIN}/published/looks/${name}-dark.svg`,
});
const ON = { enabled: true };
const OFF = { enabled: false };

const LOOKS = {
  styling: {
    theme: "clean",
    primaryColor: { light: "#346DDB", dark: "#6C9CFF" },
    infoColor: inBothModes("#787878"),
    successColor: inBothModes("#00C950"),
    warningColor: inBothModes("#FE9A00"),
    dangerColor: inBothModes("#FB2C36"),
    tint: { color: inBothModes("#346DDB") },
    corners: "rounded",
    depth: "subtle",
    links: "default",
    font: "Inter",
    monospaceFont: "FiraCode",
    icons: "regular",
    sidebar: { background: "default", list: "default" },
    search: "subtle",
  },
  internationalization: { locale: "en" },
  favicon: { icon: picture("favicon") },
  header: { logo: picture("logo"), links: [] },
  footer: { logo: picture("logo"), groups: [], copyright: "" },
  announcement: { ...OFF, message: "", style: "info" },
  themes: { default: "light", toggeable: true },
  pdf: ON,
  feedback: OFF,
  advancedCustomization: OFF,
  pagination: ON,
  trademark: ON,
  ai: { mode: "none" },
  git: { showEditLink: false },
  pageActions: { externalAI: true, markdown: true },
  externalLinks: { target: "self" },
  privacyPolicy: { url: `${ORIGIN}/published/looks/privacy` },
  socialPreview: { url: `${ORIGIN}/published/looks/social-preview.png` },
  insights: { trackingCookie: false },
};

export function customization(title: string): object {
  return { title, ...LOOKS };
}
