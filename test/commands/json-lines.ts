/** A command line for each endpoint, with ids of the sample. Lines that start with ! print nothing: a 204. */
/** What they show is made of several answers: hostile text in them has tests of its own. */
const COMPOSITE = [
  "status",
  "inbox",
  "cr list --status all",
  "browse",
  "cr diff",
  "cr view 42 --comments",
  "snapshots",
  "plans",
  "undo",
  "sites export",
  "sites plan",
  "sites apply",
  "teams sync",
  "members offboard",
  "reviews",
  "checks",
  "cr check",
  "spaces check",
  "sites check",
];

export const LINES = `
orgs list
orgs view
orgs edit --title Halden
orgs search battery
orgs for-domain lindenhof.example
orgs ping
! orgs delete-invite someInvite --yes
spaces list
spaces view
spaces edit --title Guide
! spaces delete pkNn494pi8HgB36Wxyf8 --yes
spaces restore pckJFg4CoAX5S93XtNo9
spaces duplicate
spaces move pPP4WDv78L8RNnQG4tYR --parent c7WuyRt44QJyE3zm4taW
spaces transfer p3sfu86N4L96J7SLYxrq --to-org osAgpp53c2y4hH7jymzf --yes
spaces search battery
spaces links
content view
content view --cr 42
content import data:text/markdown;name=new.md,%23%20New --source markdown
content import data:text/markdown;name=new.md,%23%20New --source markdown --cr 42
! content apply-template product-docs
pages list
pages list --cr 42
pages view VRzPFXWE6YaDDdpwosnD
pages view VRzPFXWE6YaDDdpwosnD --cr 42 --format markdown
pages links XP6omSZeoJsbZDXfvayL
pages links XP6omSZeoJsbZDXfvayL --cr 42
pages backlinks XP6omSZeoJsbZDXfvayL
files list
files list --cr 42
files view fT6kXw2NbRz9QmVd4LhG
files view fT6kXw2NbRz9QmVd4LhG --cr 42
files backlinks fT6kXw2NbRz9QmVd4LhG
files backlinks fT6kXw2NbRz9QmVd4LhG --cr 42
status
inbox
inbox --mine
browse 42 --url
cr list
cr list --status all --all-spaces
cr view 42
cr view 42 --comments
cr diff 42
cr diff 42 --stat
cr create --subject New
cr edit 42 --subject New
cr close 42
cr reopen 42
cr comment 42 --body Hello
cr merge 42
cr update 43
cr pdf 42
cr commenters 42
comments list
comments list --cr 42
comments view mN9hRc4qVxL6WzTk2BdY
comments view mV4dLs8xTqH6ZnRb3KwP --cr 42
comments create --body Hello
comments create --body Hello --cr 42
comments edit mN9hRc4qVxL6WzTk2BdY --body Hello
comments edit mV4dLs8xTqH6ZnRb3KwP --body Hello --cr 42
! comments delete mN9hRc4qVxL6WzTk2BdY --yes
! comments delete mV4dLs8xTqH6ZnRb3KwP --cr 42 --yes
comments resolve mN9hRc4qVxL6WzTk2BdY
comments reopen mN9hRc4qVxL6WzTk2BdY
comments react mN9hRc4qVxL6WzTk2BdY --add 👍
replies list mV4dLs8xTqH6ZnRb3KwP --cr 42
replies view mZk3WvY7dRt5QnBx9JpG yH8mPz2cLxV5TqKw7NdR
replies view mV4dLs8xTqH6ZnRb3KwP yL3nTx6qJdV8WzKb4RfS --cr 42
replies create mZk3WvY7dRt5QnBx9JpG --body Yes
replies create mV4dLs8xTqH6ZnRb3KwP --body Yes --cr 42
replies edit mZk3WvY7dRt5QnBx9JpG yH8mPz2cLxV5TqKw7NdR --body Yes
replies edit mV4dLs8xTqH6ZnRb3KwP yL3nTx6qJdV8WzKb4RfS --body Yes --cr 42
! replies delete mZk3WvY7dRt5QnBx9JpG yH8mPz2cLxV5TqKw7NdR --yes
! replies delete mV4dLs8xTqH6ZnRb3KwP yL3nTx6qJdV8WzKb4RfS --cr 42 --yes
collections list
collections view c7WuyRt44QJyE3zm4taW
collections create --title New
collections edit c7WuyRt44QJyE3zm4taW --title New
! collections delete cxFhGxM3216Qsn5jm8q8 --yes
collections spaces cC27v54cXpR684GxcEvU
collections move cS7ormSW7G774f2RtAZg --parent c7WuyRt44QJyE3zm4taW
collections transfer cS7ormSW7G774f2RtAZg --to-org osAgpp53c2y4hH7jymzf --yes
sites list
sites view
sites create --title New
sites edit --title New
! sites delete s37xwST38AhXPnB2Pj9h --yes
sites publish --yes
sites published
adaptive-schema view
adaptive-schema set --file schema.json
adaptive-schema conditions
sections list
sections create --content pkNn494pi8HgB36Wxyf8
sections edit ePnY5bz4286QHs81sB1N --title New
! sections delete e9wwZ81xpiN1wVFC1a85 --yes
sections move e9wwZ81xpiN1wVFC1a85 --before ePnY5bz4286QHs81sB1N
section-groups list
section-groups create --title New
section-groups edit g9Zk69pwo7ZbFpG91Mm2 --title New
! section-groups delete g9Zk69pwo7ZbFpG91Mm2 --yes
section-groups add g9Zk69pwo7ZbFpG91Mm2 ePnY5bz4286QHs81sB1N
! section-groups remove g9Zk69pwo7ZbFpG91Mm2 e3w5wrLbFu5YnBs1w1Z3
section-groups move g9Zk69pwo7ZbFpG91Mm2 --before ePnY5bz4286QHs81sB1N
site-spaces list
site-spaces add --content pkNn494pi8HgB36Wxyf8
site-spaces edit wK753MQjk728HC5r1Zw6 --path v2
! site-spaces delete w3t2772867dpfQ9GJ11v --yes
site-spaces move w5w5ukJs4omN22u4893H --before wK753MQjk728HC5r1Zw6
share-links list
share-links create --name New
share-links edit k4417hK4FrRVS9ezeUW3 --name New
! share-links delete k4417hK4FrRVS9ezeUW3 --yes
teams list
teams view t3QuiTd9yR8G95e1tUaj
teams create --title New
teams edit t3QuiTd9yR8G95e1tUaj --title New
! teams delete t3QuiTd9yR8G95e1tUaj --yes
team-members list t3aVFS211n5tKAH88D12
! team-members edit t3aVFS211n5tKAH88D12 --add u4ZZnH5G9tKzy5NnAxaX
! team-members set t3aVFS211n5tKAH88D12 u4ZZnH5G9tKzy5NnAxaX
! team-members remove t3aVFS211n5tKAH88D12 u5s6yviydT27vWkB4r3J --yes
members list
members view u4ZZnH5G9tKzy5NnAxaX
members edit u4ZZnH5G9tKzy5NnAxaX --role read
! members remove u4ZZnH5G9tKzy5NnAxaX --yes
members sso u4ZZnH5G9tKzy5NnAxaX
members spaces u4ZZnH5G9tKzy5NnAxaX
members teams u4ZZnH5G9tKzy5NnAxaX
saml list
saml view maSb3364sqMD95UzH113
saml create --label New
saml edit maSb3364sqMD95UzH113 --label New
! saml delete maSb3364sqMD95UzH113 --yes
saml logins
openapi list
openapi view harbor-api
openapi create pets --source-url https://pets.example/openapi.yaml
openapi publish harbor-api --source-url https://pets.example/openapi.yaml
openapi edit harbor-api --visibility private
! openapi delete harbor-api --yes
openapi versions harbor-api
openapi version harbor-api
openapi version harbor-api v8aWDpo1129BGSAf21ds
openapi content harbor-api
openapi content harbor-api v8aWDpo1129BGSAf21ds
translations list
translations view lkEDBVz72E62zj22Hd4M
translations create --source-space tG4nVx8YqLz2RkWd7JmS --language ja
translations edit lkEDBVz72E62zj22Hd4M --instructions New
! translations delete lkEDBVz72E62zj22Hd4M --yes
`
  .trim()
  .split("\n")
  .map((line) => ({
    line: line.replace(/^! /, ""),
    silent: line.startsWith("! "),
    composite: COMPOSITE.some((start) => `${line} `.startsWith(`${start} `)),
  }));
